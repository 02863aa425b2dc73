/// The names that the language itself knows, after the 128 characters of ASCII and the empty
/// string, in the order of ``CommonName``.
let commonNames = """
  length prototype constructor
  """

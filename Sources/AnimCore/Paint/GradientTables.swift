/// The colours of gradients as tables, kept by their stops.
final class GradientTables {
}

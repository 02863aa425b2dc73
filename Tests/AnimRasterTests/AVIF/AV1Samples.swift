/// AV1 samples of 16 × 12 pixels, without loss. Each was encoded by libaom from the planes that ``SamplePattern`` has.
enum AV1Samples {
  /// Frames with colours in 4:2:0. The first and the fourth are key samples.
  static let color = [
    """
    CgoAAAABn9v/8xCAMoUBEACAANCdXYkm0XL6IaPid2EvCadWJwHKKw+jY+QXD+2eFVURQLN41x/1c2OcKOCW\
    Fcv+fQwWRIazq281AbOaaLTO6KetnfeZEFJRDQn5VQ+SYPbOUBkmk15ph7y8boRyb/Ix9CeMGM9qDWk9mw1X\
    fsR2pFkiHEcqncDSgURS9oph5YA+wA==
    """,
    """
    Mm0wA4CAAABGgAEAFwxo/ZHV0loCBW6PPzhwndWvuCYAo0hNnFfy6Z477GnyYyqMqGyRsmMqGyYyo1x2jqJQ\
    nj3nP/5wQuZLfMn8yf7EDWk8cLhWDbp4TXrtKYiHAD3cZbBZnbguxIEC20MWiQLP
    """,
    """
    MpkBMATBAAIARoABABkhDf4d/8e6uX+LED0vGuoes7Dew2asmrOw2as7DboVyH49+oBzH/8d6T9d0cXSCxRd\
    ILGLGLGLGLGL/LmL/MfMfL7hPZhjjwovBZFUb1lq1itXxlq1fGXR/7R0AVnSPrAzZMmTK8zvM2TK8zZMoWt2\
    9rmy1oOBk1+Exq3bmRapapb8rqoX5qt/kuV6C0XQ
    """,
    """
    CgoAAAABn9v/8xCAMp0BEACAANCdXYkm0XL6d9b3YS8Jp1YnAcorD6Nj5BcP7Z4VVRFAs3jXH/WDbpKOCWFc\
    v1ugRR/2Rkloe2u5WJCPxC7TyrgV9THUx1LCsTUx8gydcjIXsTOMmpCf9ZDyIEcPJDiWs86VLp6UOFudTpT3\
    jMu0Z+pAuwK1YnSuVM/gOvTlYTxMZG3CnGa7Fc5FJwPgf4H+CATpf2WB/piu5A==
    """,
    """
    Mq4BMAOAgAAARoABAAHvT4EioGrQ7kfplgnp7iEIa/CZy7xKvXK+hgJTBjSWCgpmZWV55OXtYN5X2cvUJAYz\
    orDCX4AyAaVlzszspchchchYMpTszspchcrs2Po0Cx7NRCJzmTujXo16NfNVXbDeorS7c2bIECW0U1JW25MS\
    ylycsYu+LviyzlQRvi37CwUSvdd5dkpMlflklh2/N9jtNQAKK4eI1BqypkwQ58mv9UNg
    """,
  ]

  /// Frames without colours. The first is a key sample.
  static let grey = [
    """
    CgkAAAABn9v/81QyYRAAgADQnV2JJtFy+iGj4ndhLwmnVicByisPo2PkFxdEN0Rau58FEpR+5xrpCHmC84sR\
    4nl07zJCronkALjcAubGQkSbJaiCTeRbv0Mff6ZgMnXYCpmLikmWuyvQuceMR9A=
    """,
    """
    MlswA4CAAABGgAQAFwxo/ZHV0loCBW6PPzhwndWvuCYAo0hNnFfy6Z477GnyYyqMqGyRsmMqGyYyo1x2jqJQ\
    nj3nP/5wQuZLfMn8yf7EDWk8cLhWDbp4TXrtKYig
    """,
    """
    MocBMATBAAIARoAEAAHBIuKoeVPFBHYGSnLU8z8lLjNm56Km7Cm9O0yBYhJ7HH45tq7Ju0+QtwzFCk+9xK5C\
    8rlgaSEstTvRN0ebODBA/4mCrCwHB09oUN5qBaBaBaBWugY8FaI8M8M8K/O6To8uaSNuoQ4q+llAbpYOH1zW\
    UWU9ZTVc6Bo2tQfg
    """,
    """
    MnEwBsIEBABGgAQABsV0Qy/zr4vAw/dKTsXxvtycRBLt2h3w8BsdzHL3IBJRAnK9Su6/ISz186wiGfAW34hP\
    9eU//e2pXKibn0H2r7Qfz8mCTJg/gMk/x4hfaox8VIm4CgtDoumDuEbhG4R09adtyYcOQA==
    """,
    """
    MogBMAjECIYARoAEAAsIBsKiFFcpWlw3t9rWCSZ3/eCsq8ZH41HmJtBGecHJqq3ClhG7+Z3uW/dYL2SeHsg7\
    gfhhRhNpLpLpLnjAZhRhNpLpPhTktncgKXGSCVZbXqV6lepcOXXAzrUYWxGzf20ckY5YO2zZWdvG2Hrh64bZ\
    tqTa4doKT66h/m36EA==
    """,
  ]

  /// A frame of 10 bits in 4:4:4.
  static let deep = [
    """
    CgkgAAABn9v/86QytwEQAIAA+MtpKkVvN+3X+/KmySEYJ+e99pkeMP1+HhLj8uHmcTBKZLJdlZe5ck6KOsJj\
    Sd6dsH3voCrmfyisOstIgH8xEWQMIv27mjoKWlCq+Al/c8tYjyvRTx1jqWrOnFaS3LyO2M/gPy9/Ioz8IbSX\
    U0DWfu9AHVBSn1odkqDAO323ktP6TsexBl4vEYtsA4OX/xrNkr09GyT3GPq0wvTjBT0HwDoXkX+nxhEyzMfo\
    k42F7gfeUbA=
    """
  ]
}

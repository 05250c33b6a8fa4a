"""Decorations of a map: rivers along borders, waves, hills, a compass."""

# Pairs of wards that are separated by a river.
RIVERS = {
    "tokyo": [
        ("kita", "adachi"), ("arakawa", "adachi"), ("arakawa", "sumida"), ("taito", "sumida"),
        ("sumida", "chuo"), ("chuo", "koto"), ("adachi", "katsushika"), ("sumida", "katsushika"),
        ("sumida", "edogawa"), ("koto", "edogawa"), ("edogawa", "katsushika"),
    ],
}  # fmt: skip

# Rows of waves: y, then the x of each wave.
WAVES = (
    (700, (900, 932, 964)), (716, (884, 916, 948, 980)), (732, (900, 932)),
    (802, (590, 622)), (818, (606, 638)), (842, (868, 900)), (858, (884, 916)), (874, (900, 932)),
)  # fmt: skip


def _waves() -> str:
    """Loose groups of seigaiha waves in the bay."""
    drawn = []
    for y, xs in WAVES:
        for x in xs:
            for radius in (15, 9.5, 4):
                drawn.append(f"M{x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}")
    return f'<path fill="none" stroke="var(--wave)" stroke-width="1.600" d="{"".join(drawn)}"/>'


ORNAMENTS = {
    "tokyo": (
        _waves()
        # Beyond the Tama river: hills, and Mount Fuji in the distance.
        + '<path fill="var(--beyond)" d="M-5 768C20 768 40 790 62 806C90 826 118 846 146 862'
        'C166 874 180 884 186 900H-5Z"/>'
        '<path fill="var(--fuji)" d="M-5 892C34 872 48 846 60 830C68 827 78 827 86 830'
        'C98 846 112 872 152 892Z"/>'
        '<path fill="var(--snow)" d="M49 846L60 830C68 827 78 827 86 830L97 846L89 842L82 850'
        'L73 842L65 850L57 842Z"/>'
        # North is up.
        '<g transform="translate(944 792)" stroke-linejoin="round">'
        '<circle r="30" fill="none" stroke="var(--wave)" stroke-width="2"/>'
        '<path fill="var(--compass)" d="M0-26L7 0H-7Z"/><path fill="none" stroke="var(--compass)" '
        'stroke-width="1.500" d="M-7 0H7L0 26Z"/>'
        '<text y="-36" text-anchor="middle" font-size="16" fill="var(--compass)">N</text></g>'
    ),
}

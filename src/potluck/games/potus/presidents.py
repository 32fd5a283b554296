"""The President cards of POTUS: a table of our own, and how two cards are compared.

The ratings from 1 to 10 follow a public survey of historians, spread so that battles are interesting (PO1).
Other cards can take their place row by row: the rules look at nothing but these columns.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

CARDS: Final[i64] = 43
CATEGORIES: Final[i64] = 4
CATEGORY_NAMES: Final = ("Domestic", "Foreign", "Leadership", "Popularity")

Row = tuple[str, str, str, str, str, str, int, int, int, int]

# number, word in notation, name, party, years in office, born; Domestic, Foreign, Leadership, Popularity
PRESIDENTS: Final[tuple[Row, ...]] = (
    ("1", "Washington", "George Washington", "Independent", "1789–1797", "1732-02-22", 8, 8, 8, 7),
    ("2", "Adams", "John Adams", "Federalist", "1797–1801", "1735-10-30", 5, 8, 6, 8),
    ("3", "Jefferson", "Thomas Jefferson", "Democratic-Republican", "1801–1809", "1743-04-13", 8, 8, 8, 7),
    ("4", "Madison", "James Madison", "Democratic-Republican", "1809–1817", "1751-03-16", 8, 7, 6, 9),
    ("5", "Monroe", "James Monroe", "Democratic-Republican", "1817–1825", "1758-04-28", 8, 8, 6, 7),
    ("6", "JQAdams", "John Quincy Adams", "Democratic-Republican", "1825–1829", "1767-07-11", 5, 7, 5, 9),
    ("7", "Jackson", "Andrew Jackson", "Democratic", "1829–1837", "1767-03-15", 7, 5, 10, 5),
    ("8", "VanBuren", "Martin Van Buren", "Democratic", "1837–1841", "1782-12-05", 5, 6, 6, 6),
    ("9", "WHHarrison", "William Henry Harrison", "Whig", "1841", "1773-02-09", 3, 3, 7, 6),
    ("10", "Tyler", "John Tyler", "Independent", "1841–1845", "1790-03-29", 4, 6, 6, 4),
    ("11", "Polk", "James K. Polk", "Democratic", "1845–1849", "1795-11-02", 7, 8, 8, 5),
    ("12", "Taylor", "Zachary Taylor", "Whig", "1849–1850", "1784-11-24", 6, 4, 7, 6),
    ("13", "Fillmore", "Millard Fillmore", "Whig", "1850–1853", "1800-01-07", 5, 5, 4, 5),
    ("14", "Pierce", "Franklin Pierce", "Democratic", "1853–1857", "1804-11-23", 4, 5, 5, 5),
    ("15", "Buchanan", "James Buchanan", "Democratic", "1857–1861", "1791-04-23", 4, 4, 4, 5),
    ("16", "Lincoln", "Abraham Lincoln", "Republican", "1861–1865", "1809-02-12", 9, 8, 8, 8),
    ("17", "AJohnson", "Andrew Johnson", "Democratic", "1865–1869", "1808-12-29", 4, 4, 5, 4),
    ("18", "Grant", "Ulysses S. Grant", "Republican", "1869–1877", "1822-04-27", 6, 5, 8, 5),
    ("19", "Hayes", "Rutherford B. Hayes", "Republican", "1877–1881", "1822-10-04", 4, 6, 5, 6),
    ("20", "Garfield", "James A. Garfield", "Republican", "1881", "1831-11-19", 3, 5, 6, 8),
    ("21", "Arthur", "Chester A. Arthur", "Republican", "1881–1885", "1829-10-05", 8, 5, 4, 4),
    ("22/24", "Cleveland", "Grover Cleveland", "Democratic", "1885–1889, 1893–1897", "1837-03-18", 6, 7, 6, 6),
    ("23", "BHarrison", "Benjamin Harrison", "Republican", "1889–1893", "1833-08-20", 6, 6, 4, 5),
    ("25", "McKinley", "William McKinley", "Republican", "1897–1901", "1843-01-29", 6, 7, 6, 6),
    ("26", "TRoosevelt", "Theodore Roosevelt", "Republican", "1901–1909", "1858-10-27", 8, 8, 8, 7),
    ("27", "Taft", "William Howard Taft", "Republican", "1909–1913", "1857-09-15", 8, 6, 4, 8),
    ("28", "Wilson", "Woodrow Wilson", "Democratic", "1913–1921", "1856-12-28", 7, 7, 7, 7),
    ("29", "Harding", "Warren G. Harding", "Republican", "1921–1923", "1865-11-02", 5, 5, 4, 4),
    ("30", "Coolidge", "Calvin Coolidge", "Republican", "1923–1929", "1872-07-04", 5, 5, 3, 7),
    ("31", "Hoover", "Herbert Hoover", "Republican", "1929–1933", "1874-08-10", 3, 6, 4, 8),
    ("32", "FDRoosevelt", "Franklin D. Roosevelt", "Democratic", "1933–1945", "1882-01-30", 8, 9, 8, 7),
    ("33", "Truman", "Harry S. Truman", "Democratic", "1945–1953", "1884-05-08", 8, 8, 7, 7),
    ("34", "Eisenhower", "Dwight D. Eisenhower", "Republican", "1953–1961", "1890-10-14", 8, 8, 6, 7),
    ("35", "Kennedy", "John F. Kennedy", "Democratic", "1961–1963", "1917-05-29", 6, 7, 9, 6),
    ("36", "LBJohnson", "Lyndon B. Johnson", "Democratic", "1963–1969", "1908-08-27", 10, 4, 9, 4),
    ("37", "Nixon", "Richard Nixon", "Republican", "1969–1974", "1913-01-09", 7, 8, 8, 2),
    ("38", "Ford", "Gerald Ford", "Republican", "1974–1977", "1913-07-14", 5, 5, 5, 8),
    ("39", "Carter", "Jimmy Carter", "Democratic", "1977–1981", "1924-10-01", 5, 6, 4, 9),
    ("40", "Reagan", "Ronald Reagan", "Republican", "1981–1989", "1911-02-06", 5, 7, 9, 7),
    ("41", "GHWBush", "George H. W. Bush", "Republican", "1989–1993", "1924-06-12", 5, 9, 5, 6),
    ("42", "Clinton", "Bill Clinton", "Democratic", "1993–2001", "1946-08-19", 9, 7, 7, 5),
    ("43", "GWBush", "George W. Bush", "Republican", "2001–2009", "1946-07-06", 6, 3, 8, 4),
    ("44", "Obama", "Barack Obama", "Democratic", "2009–2017", "1961-08-04", 8, 6, 5, 9),
)


@final
class Deck:
    """Hold the ratings and ages of the cards, ready for comparing."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        born = sorted([row[5] for row in rows])
        ratings: list[int] = []
        for row in rows:
            ratings.extend([row[6], row[7], row[8], row[9]])
        self.ratings = vec[i64](ratings)
        self.ages = vec[i64]([born.index(row[5]) for row in rows])  # 0 for the president born first

    def count_won(self, card: i64, other: i64) -> i64:
        """Count the categories in which a card beats another (PO2)."""
        won: i64 = 0
        for category in range(CATEGORIES):
            if self.ratings[card * CATEGORIES + category] > self.ratings[other * CATEGORIES + category]:
                won += 1
        return won

    def sum_of(self, card: i64) -> i64:
        """Add up the four ratings of a card."""
        total: i64 = 0
        for category in range(CATEGORIES):
            total += self.ratings[card * CATEGORIES + category]
        return total

    def find_first(self, near: i64, far: i64, near_won: i64, far_won: i64) -> i64:
        """Tell which seat moves first, by its card and the categories it has won (PO3)."""
        lead = near_won - far_won
        if lead == 0:
            lead = self.sum_of(near) - self.sum_of(far)
        category: i64 = CATEGORIES - 1
        while lead == 0 and category >= 0:  # Popularity, Leadership, Foreign, Domestic
            lead = self.ratings[near * CATEGORIES + category] - self.ratings[far * CATEGORIES + category]
            category -= 1
        if lead == 0:
            lead = self.ages[far] - self.ages[near]
        return 0 if lead > 0 else 1

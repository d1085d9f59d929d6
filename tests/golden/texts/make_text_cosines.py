"""Cosines of TF-IDF vectors for tests/cpp/similarity/text_vectors_test.cpp.

    /usr/bin/python3 tests/golden/texts/make_text_cosines.py      (scikit-learn, 1.2.1 when the numbers were made)

The texts hold neither stop words nor words of fewer than three letters, so that both tokenisers agree.
"""

from sklearn.feature_extraction.text import TfidfVectorizer

texts = [
    "mitochondria produce energy; cells need energy, energy!",
    "cells divide energy permits",
    "treaty ended war",
    "war treaty war borders",
    "cells, treaty",
]
vectors = TfidfVectorizer(sublinear_tf=True, smooth_idf=True, norm="l2", token_pattern=r"[a-z]{3,40}").fit_transform(texts)
cosines = (vectors @ vectors.T).toarray()
print("texts:", texts)
for i in range(len(texts)):
    for j in range(i + 1, len(texts)):
        print(f"{{{i}, {j}, {cosines[i, j]:.12f}}},")

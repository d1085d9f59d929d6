// BibTeX for the methods, by the questions that they answer, and for the program itself.

export type ReferenceTopic = 'harmony' | 'item response' | 'comparison' | 'program';

interface Reference {
  key: string;
  type: 'article' | 'inproceedings' | 'misc' | 'book';
  topic: ReferenceTopic;
  /** What it is cited for. */
  use: string;
  fields: [string, string][];
}

const article = (
  key: string,
  topic: ReferenceTopic,
  use: string,
  author: string,
  title: string,
  journal: string,
  year: number,
  volume: string,
  pages: string,
): Reference => ({
  key,
  type: 'article',
  topic,
  use,
  fields: [
    ['author', author],
    ['title', title],
    ['journal', journal],
    ['year', String(year)],
    ['volume', volume],
    ['pages', pages],
  ],
});

export const references: readonly Reference[] = [
  {
    key: 'uzunoglu2025flaw',
    type: 'misc',
    topic: 'harmony',
    use: 'HARMONY, subdomains by predictive similarity, the mean-variance plane, RedundantQA',
    fields: [
      ['author', 'Uzuno{\\u{g}}lu, Arda and Li, Tianjian and Khashabi, Daniel'],
      ['title', 'The Flaw of Averages: Quantifying Uniformity of Performance on Benchmarks'],
      ['year', '2025'],
      ['eprint', '2509.25671'],
      ['archiveprefix', 'arXiv'],
    ],
  },
  {
    key: 'ng2001spectral',
    type: 'inproceedings',
    topic: 'harmony',
    use: 'spectral clustering',
    fields: [
      ['author', 'Ng, Andrew Y. and Jordan, Michael I. and Weiss, Yair'],
      ['title', 'On Spectral Clustering: Analysis and an Algorithm'],
      ['booktitle', 'Advances in Neural Information Processing Systems 14'],
      ['year', '2001'],
    ],
  },
  article(
    'shi2000normalized',
    'harmony',
    'the normalised Laplacian',
    'Shi, Jianbo and Malik, Jitendra',
    'Normalized Cuts and Image Segmentation',
    'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    2000,
    '22',
    '888--905',
  ),
  article(
    'vonluxburg2007tutorial',
    'harmony',
    'spectral clustering',
    'von Luxburg, Ulrike',
    'A Tutorial on Spectral Clustering',
    'Statistics and Computing',
    2007,
    '17',
    '395--416',
  ),
  article(
    'rousseeuw1987silhouettes',
    'harmony',
    'the number of subdomains',
    'Rousseeuw, Peter J.',
    'Silhouettes: A Graphical Aid to the Interpretation and Validation of Cluster Analysis',
    'Journal of Computational and Applied Mathematics',
    1987,
    '20',
    '53--65',
  ),
  {
    key: 'arthur2007kmeans',
    type: 'inproceedings',
    topic: 'harmony',
    use: 'starts of k-means',
    fields: [
      ['author', 'Arthur, David and Vassilvitskii, Sergei'],
      ['title', 'k-means++: The Advantages of Careful Seeding'],
      ['booktitle', 'Proceedings of the Eighteenth Annual ACM-SIAM Symposium on Discrete Algorithms'],
      ['year', '2007'],
      ['pages', '1027--1035'],
    ],
  },
  article(
    'hubert1985comparing',
    'harmony',
    'the adjusted Rand index',
    'Hubert, Lawrence and Arabie, Phipps',
    'Comparing Partitions',
    'Journal of Classification',
    1985,
    '2',
    '193--218',
  ),
  article(
    'wilson1927probable',
    'comparison',
    'intervals of accuracies',
    'Wilson, Edwin B.',
    'Probable Inference, the Law of Succession, and Statistical Inference',
    'Journal of the American Statistical Association',
    1927,
    '22',
    '209--212',
  ),
  article(
    'mcnemar1947note',
    'comparison',
    'two models on the same items',
    'McNemar, Quinn',
    'Note on the Sampling Error of the Difference between Correlated Proportions or Percentages',
    'Psychometrika',
    1947,
    '12',
    '153--157',
  ),
  article(
    'holm1979simple',
    'comparison',
    'correction for many tests',
    'Holm, Sture',
    'A Simple Sequentially Rejective Multiple Test Procedure',
    'Scandinavian Journal of Statistics',
    1979,
    '6',
    '65--70',
  ),
  article(
    'benjamini1995controlling',
    'comparison',
    'correction for many tests',
    'Benjamini, Yoav and Hochberg, Yosef',
    'Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing',
    'Journal of the Royal Statistical Society: Series B (Methodological)',
    1995,
    '57',
    '289--300',
  ),
  article(
    'bock1981marginal',
    'item response',
    'marginal maximum likelihood',
    'Bock, R. Darrell and Aitkin, Murray',
    'Marginal Maximum Likelihood Estimation of Item Parameters: Application of an EM Algorithm',
    'Psychometrika',
    1981,
    '46',
    '443--459',
  ),
  article(
    'louis1982finding',
    'item response',
    'standard errors of items',
    'Louis, Thomas A.',
    'Finding the Observed Information Matrix when Using the EM Algorithm',
    'Journal of the Royal Statistical Society: Series B (Methodological)',
    1982,
    '44',
    '226--233',
  ),
  article(
    'warm1989weighted',
    'item response',
    'weighted likelihood scores',
    'Warm, Thomas A.',
    'Weighted Likelihood Estimation of Ability in Item Response Theory',
    'Psychometrika',
    1989,
    '54',
    '427--450',
  ),
  {
    key: 'reckase2009multidimensional',
    type: 'book',
    topic: 'item response',
    use: 'multidimensional discrimination and difficulty',
    fields: [
      ['author', 'Reckase, Mark D.'],
      ['title', 'Multidimensional Item Response Theory'],
      ['publisher', 'Springer'],
      ['year', '2009'],
    ],
  },
  article(
    'horn1965rationale',
    'item response',
    'parallel analysis',
    'Horn, John L.',
    'A Rationale and Test for the Number of Factors in Factor Analysis',
    'Psychometrika',
    1965,
    '30',
    '179--185',
  ),
  article(
    'bernaards2005gradient',
    'item response',
    'rotation',
    'Bernaards, Coen A. and Jennrich, Robert I.',
    'Gradient Projection Algorithms and Software for Arbitrary Rotation Criteria in Factor Analysis',
    'Educational and Psychological Measurement',
    2005,
    '65',
    '676--696',
  ),
  article(
    'yen1984effects',
    'item response',
    'local dependence, Q3',
    'Yen, Wendy M.',
    'Effects of Local Item Dependence on the Fit and Equating Performance of the Three-Parameter Logistic Model',
    'Applied Psychological Measurement',
    1984,
    '8',
    '125--145',
  ),
  article(
    'drasgow1985appropriateness',
    'item response',
    'person fit, lz',
    'Drasgow, Fritz and Levine, Michael V. and Williams, Esther A.',
    'Appropriateness Measurement with Polychotomous Item Response Models and Standardized Indices',
    'British Journal of Mathematical and Statistical Psychology',
    1985,
    '38',
    '67--86',
  ),
];

/** As in CITATION.cff. */
const program = (engine: string): Reference => ({
  key: 'harmonograph',
  type: 'misc', // old styles know no @software
  topic: 'program',
  use: 'the program',
  fields: [
    ['author', '{The Harmonograph authors}'],
    ['title', "Harmonograph: what carries a benchmark's average"],
    ['year', '2026'],
    ['note', engine === '' ? 'Apache-2.0' : `Version ${engine}, Apache-2.0`],
  ],
});

function entry({ key, type, use, fields }: Reference): string {
  // Two braces: BibTeX would write the capitals of a title small.
  const written = fields.map(([name, value]) =>
    name === 'title' ? `  title = {{${value}}}` : `  ${name} = {${value}}`,
  );
  return `% ${use}\n@${type}{${key},\n${written.join(',\n')}\n}\n`;
}

/**
 * @param topics what is cited, beside the program; all of them by default
 * @param engine EngineVersion.id: the version that a reader needs for the same numbers
 */
export function bibtex(
  engine: string,
  topics: readonly ReferenceTopic[] = ['harmony', 'item response', 'comparison'],
): string {
  const cited = references.filter(({ topic }) => topics.includes(topic));
  return [program(engine), ...cited].map(entry).join('\n');
}

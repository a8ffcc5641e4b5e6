/** The unit among the city's, around its score and its share. Source: document 1, Comprehensive score. */
export const SCORE_SENTENCE = ['消防综合评分 ', ' 分，超过全市 ', ' 的建筑管理单位'] as const

/** Source: document 1. */
export const SCORE_SENTENCE = ['消防综合评分 ', ' 分，', '超过全市 ', ' 的建筑管理单位'] as const

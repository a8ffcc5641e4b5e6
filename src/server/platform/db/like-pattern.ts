const MOST_WORDS = 5

export const searchWords = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)

/** LIKE pattern "contains". */
export const likePattern = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

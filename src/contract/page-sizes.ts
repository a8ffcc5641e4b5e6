/** Buildings, problems, reviews, providers. Source: documents 1 and 2, section 9. */
export const LIST_PAGE_SIZES = [5, 10, 20, 30, 40, 50] as const
export const FIRST_LIST_PAGE_SIZE = 10

/** Ours; the documents define no sizes. */
export const UNIT_PAGE_SIZES = [10, 20, 30, 50] as const

export const PUBLICATION_PAGE_SIZES = [10, 20, 50] as const

export const CHECK_PAGE_SIZE = 20

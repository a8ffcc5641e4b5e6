import { FIRST_LIST_PAGE_SIZE, LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { type AddressOf, addressOf, choiceField, formField, pageField, sizeField } from '#app/lib/address-fields.ts'

const moment = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
const size = sizeField(LIST_PAGE_SIZES)

/** What the address of the problem statistics says: the tab, and each tab's own filters and page. Missing: as at first. */
export const statisticsSearch = addressOf({
  tab: choiceField(['score']),
  buildingId: formField(/^\d{1,15}$/),
  status: choiceField(['0', '1', '2']),
  /** When it was solved. */
  from: moment,
  to: moment,
  page: pageField,
  size,
  scoreStatus: choiceField(['0', '1']),
  /** When it happened. */
  scoreFrom: moment,
  scoreTo: moment,
  scorePage: pageField,
  scoreSize: size,
})

export type StatisticsSearch = AddressOf<typeof statisticsSearch>
export const FIRST_SIZE = FIRST_LIST_PAGE_SIZE

export interface TabProps {
  readonly search: StatisticsSearch
  onChange(some: Partial<StatisticsSearch>): void
}

import { FIRST_LIST_PAGE_SIZE, LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import {
  type AddressOf,
  searchOf,
  choiceField,
  formField,
  idField,
  pageField,
  sizeField,
  wordField,
} from '#app/lib/address-fields.ts'

const moment = formField(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
const size = sizeField(LIST_PAGE_SIZES)

export const statisticsSearch = searchOf({
  tab: choiceField(['score']),
  id: idField,
  fire: idField,
  buildingId: idField,
  /** Unresolved if missing. */
  status: choiceField(['0', '1', '2', 'all']),
  kind: choiceField(['fire', 'fault', 'offline']),
  search: wordField,
  /** Time of resolution. */
  from: moment,
  to: moment,
  page: pageField,
  size,
  scoreStatus: choiceField(['1', 'all']),
  /** Time of occurrence. */
  scoreFrom: moment,
  scoreTo: moment,
  scorePage: pageField,
  scoreSize: size,
})

export type StatisticsSearch = AddressOf<typeof statisticsSearch>
export const FIRST_SIZE = FIRST_LIST_PAGE_SIZE
export const FIRST_RUN_SIZE = 50

export const isUnresolved = ({ status = '0' }: StatisticsSearch): boolean => status === '0'

export const hasSolveTime = ({ status }: StatisticsSearch): boolean => status === '1' || status === 'all'

export interface StatisticsTabProps {
  readonly search: StatisticsSearch
  onChange(some: Partial<StatisticsSearch>): void
}

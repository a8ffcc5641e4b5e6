import { type AddressOf, searchOf, choiceField, idField } from '#app/lib/address-fields.ts'

export const alarmSearch = searchOf({
  /** Chosen alarm. */
  id: idField,
  building: idField,
  unit: idField,
  /** 0: undecided. */
  verdict: choiceField([0, 1, 2, 3, 4]),
})

export type AlarmSearch = AddressOf<typeof alarmSearch>

import { type AddressOf, searchOf, choiceField, formField, idField } from '#app/lib/address-fields.ts'

export const alarmSearch = searchOf({
  /** Chosen alarm. */
  id: idField,
  building: idField,
  unit: idField,
  county: formField(/^\d{6}$/),
  /** 0: undecided. */
  verdict: choiceField([0, 1, 2, 3, 4]),
})

export type AlarmSearch = AddressOf<typeof alarmSearch>

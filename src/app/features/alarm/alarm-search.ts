import { type AddressOf, addressOf, choiceField, idField } from '#app/lib/address-fields.ts'

export const alarmSearch = addressOf({
  /** The alarm that is open in the sheet. */
  id: idField,
  building: idField,
  /** 1: alarms that are over too. */
  all: choiceField([1]),
})

export type AlarmSearch = AddressOf<typeof alarmSearch>

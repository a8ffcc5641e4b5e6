/** Without what is one building's. */
export const FORM = {
  complexName: '综合体',
  addressDetail: '共和新路1号',
  address: '上海市静安区共和新路1号',
  floorSpace: '1000',
  height: '40',
  upperLevel: '10',
  underLevel: '1',
  natureId: '1',
  constructId: '1',
  buildingYear: '2010',
} as const

export const CLIENT_FAULT = {
  kind: 'error',
  name: 'TypeError',
  message: 'x is not a function',
  frames: ['page-AbC123.js:1:5'],
  route: '/buildingList',
  count: 2,
} as const

import { drawn } from './icon.tsx'

export const ChevronLeftIcon = /* @__PURE__ */ drawn('M14.5 6l-6 6 6 6')
export const ChevronRightIcon = /* @__PURE__ */ drawn('M9.5 6l6 6-6 6')
export const SearchIcon = /* @__PURE__ */ drawn('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L20 20')
export const DownloadIcon = /* @__PURE__ */ drawn('M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15')
export const UploadIcon = /* @__PURE__ */ drawn('M12 15V4M7.5 8.5L12 4l4.5 4.5M4.5 19.5h15')
export const TakeAlongIcon = /* @__PURE__ */ drawn(
  'M6.5 9h11l1 11h-13l1-11ZM9 9V7a3 3 0 0 1 6 0v2M12 12v4.5M10 14.7l2 2 2-2',
)
export const SignOutIcon = /* @__PURE__ */ drawn('M10 4H5v16h5M15 8l4 4-4 4M19 12H9.5')
export const KeyIcon = /* @__PURE__ */ drawn(
  'M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12.7L19.5 4.2M16 7.7l2.6 2.6M13.2 10.5l1.8 1.8',
)
export const LockIcon = /* @__PURE__ */ drawn('M5.5 11h13v9h-13v-9ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2')
export const PlusIcon = /* @__PURE__ */ drawn('M12 5v14M5 12h14')
export const EditIcon = /* @__PURE__ */ drawn('M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5l-4.5 1ZM13.5 7l3.5 3.5')
export const DeleteIcon = /* @__PURE__ */ drawn('M4.5 7h15M9 7V4.5h6V7M6.5 7l1 13h9l1-13M10.2 11v5.5M13.8 11v5.5')
export const CopyIcon = /* @__PURE__ */ drawn('M9 9h10.5v10.5H9V9ZM15 9V4.5H4.5V15H9')
export const NewWindowIcon = /* @__PURE__ */ drawn('M18.5 13.5v6h-14v-14h6M14 4.5h5.5V10M19.5 4.5L11 13')
export const CameraIcon = /* @__PURE__ */ drawn(
  'M3.5 8h4L9 5.5h6L16.5 8h4v11.5h-17V8ZM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
)
export const CallIcon = /* @__PURE__ */ drawn(
  'M5 4h4l1.5 4.5-2.3 1.7a12 12 0 0 0 5.6 5.6l1.7-2.3L20 15v4.2c0 .5-.4.8-.8.8A15.2 15.2 0 0 1 4.2 4.8C4.2 4.4 4.5 4 5 4Z',
)
export const PrintIcon = /* @__PURE__ */ drawn('M7 9V4h10v5M7 16.5H3.5V9h17v7.5H17M7 13.5h10v6.5H7v-6.5Z')
export const MenuOpenIcon = /* @__PURE__ */ drawn('M4 6h16M4 12h10M4 18h16M20.5 9.5L18 12l2.5 2.5')
export const MenuClosedIcon = /* @__PURE__ */ drawn('M4 6h16M4 12h10M4 18h16M18 9.5l2.5 2.5-2.5 2.5')
export const TrendUpIcon = /* @__PURE__ */ drawn('M12 19V5.5M6 11.5l6-6 6 6')
export const TrendDownIcon = /* @__PURE__ */ drawn('M12 5v13.5M6 12.5l6 6 6-6')
export const TrendSameIcon = /* @__PURE__ */ drawn('M5 9.5h14M5 14.5h14')
export const MoreIcon = /* @__PURE__ */ drawn('M4 11h2v2H4zm7 0h2v2h-2zm7 0h2v2h-2z')
export const FilterIcon = /* @__PURE__ */ drawn('M4 6.5h16M7 12h10M10 17.5h4')
export const NavigateIcon = /* @__PURE__ */ drawn('M20 4L3.5 11l7 2.5L13 20.5 20 4Z')

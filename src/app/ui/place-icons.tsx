import { drawn } from './icon.tsx'

export const HomeIcon = /* @__PURE__ */ drawn('M4 11l8-7 8 7v9h-5.5v-5.5h-5V20H4v-9Z')
export const BuildingIcon = /* @__PURE__ */ drawn(
  'M5.5 20.5v-17h9v17M14.5 9.5h4v11M3 20.5h18M8.5 7.5h3M8.5 11.5h3M8.5 15.5h3',
)
export const ProblemIcon = /* @__PURE__ */ drawn('M6 4h12v16.5H6V4ZM9.5 4V2.8h5V4M12 8.5v4.5M12 16v.1')
export const BellIcon = /* @__PURE__ */ drawn(
  'M5 17c1.5-1.2 2-3 2-6.5a5 5 0 0 1 10 0c0 3.5.5 5.3 2 6.5H5ZM10 20a2.2 2.2 0 0 0 4 0M12 3.2v2.3',
)
export const PhoneIcon = /* @__PURE__ */ drawn('M7.5 3.5h9v17h-9v-17ZM11 17.5h2')
export const PersonIcon = /* @__PURE__ */ drawn(
  'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
)
export const PeopleIcon = /* @__PURE__ */ drawn(
  'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c.5-3.5 3-5.2 6.5-5.2s6 1.7 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.4 3.5 4.7',
)
export const OverviewIcon = /* @__PURE__ */ drawn('M4 20h16M6.5 20v-7M12 20V4.5M17.5 20V9.5')
export const FlameIcon = /* @__PURE__ */ drawn(
  'M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5.5.3 1.3.8 2 1.7 2.5C10.5 8 10.8 5.5 12 3Z',
)
export const ReviewIcon = /* @__PURE__ */ drawn('M6 3.5h12v17H6v-17ZM9 8h6M9 11.5h3M8.8 16l2 1.8 4-4')
export const ProviderIcon = /* @__PURE__ */ drawn(
  'M4 5h16v5H4V5ZM4 14h16v5H4v-5ZM7.5 7.5v.1M7.5 16.5v.1M11 7.5h5.5M11 16.5h5.5',
)
export const DocumentIcon = /* @__PURE__ */ drawn('M6 3.5h8l4.5 4.5v12.5H6v-17ZM13.5 3.5V8.5h5M9 12.5h6M9 16h6')
export const AnnouncementIcon = /* @__PURE__ */ drawn('M4 10v4.5h3.5L17 19V5.5L7.5 10H4ZM8.5 14.5l1 5M20 10.5v3.5')
export const CalendarIcon = /* @__PURE__ */ drawn('M4.5 6h15v14h-15V6ZM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7')
export const MapPinIcon = /* @__PURE__ */ drawn(
  'M12 21s-7-6.2-7-11.2a7 7 0 0 1 14 0C19 14.8 12 21 12 21ZM12 7.3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
)
export const HelpIcon = /* @__PURE__ */ drawn(
  'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.7M12 16.4v.1',
)
export const ShieldIcon = /* @__PURE__ */ drawn(
  'M12 3l7.5 2.7v5.8c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V5.7L12 3ZM8.5 12l2.5 2.5 4.5-5',
)
export const GaugeIcon = /* @__PURE__ */ drawn(
  'M5.5 18.5a9 9 0 1 1 13 0M12 13l4-4.5M12 11.8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z',
)
export const SprinklerIcon = /* @__PURE__ */ drawn(
  'M4 4h16M12 4v5M8.5 9h7l-1.5 3h-4L8.5 9ZM12 15v1M7.5 15l-.5 1M16.5 15l.5 1M12 19v1M6 19l-.5 1M18 19l.5 1',
)
export const ScanIcon = /* @__PURE__ */ drawn('M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M7.5 12h9')

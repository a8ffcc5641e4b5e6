import { drawn } from '#app/ui/icon.tsx'

const Octagon = /* @__PURE__ */ drawn('M7.8 2h8.4L22 7.8v8.4L16.2 22H7.8L2 16.2V7.8ZM12 7v5.6M12 16.8v.2')

export const OpenFireMark = () => <Octagon width="0.8125em" height="0.8125em" strokeWidth={3} className="text-danger" />

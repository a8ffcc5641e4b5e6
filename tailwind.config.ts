import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin.js'
import { cssVariables, dark, light } from './src/app/ui/tone.ts'

const colour = (name: string) => `rgb(var(--${name}) / <alpha-value>)`

const toneColours = (tone: string) => ({
  DEFAULT: colour(`${tone}-solid`),
  ink: colour(`${tone}-ink`),
  soft: colour(`${tone}-soft`),
  on: colour(`${tone}-on`),
})

export default {
  content: ['./index.html', './src/app/**/*.{ts,tsx}'],
  darkMode: 'media',
  // A utility's variables stand where it is used: on every element and its ::before and ::after, they cost a weak phone a
  // quarter of what styles cost.
  experimental: { optimizeUniversalDefaults: true },
  theme: {
    // Replaced, not extended: a colour without a meaning has no class.
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: colour('surface'),
      panel: colour('panel'),
      sunk: colour('sunk'),
      ink: { DEFAULT: colour('ink'), soft: colour('ink-soft') },
      line: { DEFAULT: colour('line'), strong: colour('line-strong') },
      link: colour('link'),
      action: { DEFAULT: colour('action'), hover: colour('action-hover'), on: colour('action-on') },
      brand: {
        DEFAULT: colour('brand'),
        raised: colour('brand-raised'),
        on: colour('brand-on'),
        soft: colour('brand-soft'),
      },
      fire: { DEFAULT: colour('fire'), ground: colour('fire-ground'), on: colour('fire-on') },
      // Under a pointer, on any ground.
      wash: 'rgb(128 146 168 / 0.18)',
      focus: colour('focus'),
      veil: colour('veil'),
      ok: toneColours('ok'),
      attention: toneColours('attention'),
      danger: toneColours('danger'),
      working: toneColours('working'),
      idle: toneColours('idle'),
      unknown: toneColours('unknown'),
      chart: Object.fromEntries(light.chart.map((_, at) => [at + 1, colour(`chart-${at + 1}`)])),
    },
    // Sizes step down where a mouse is used: --fs-* and --control are set in styles/base.css.
    fontSize: {
      xs: ['0.75rem', '1.125rem'],
      sm: ['var(--fs-sm)', '1.45'],
      base: ['var(--fs-base)', '1.5'],
      lg: ['var(--fs-lg)', '1.4'],
      xl: ['var(--fs-xl)', '1.35'],
      '2xl': ['1.5rem', '1.25'],
      '3xl': ['1.875rem', '1.15'],
      '4xl': ['2.5rem', '1.1'],
      '5xl': ['3.25rem', '1'],
      // The wall screen is read from five metres.
      wall: ['clamp(2.5rem, 5vw, 6rem)', '1'],
    },
    fontFamily: {
      sans: [
        'Dot',
        '"PingFang SC"',
        '"HarmonyOS Sans SC"',
        'MiSans',
        '"Microsoft YaHei UI"',
        '"Microsoft YaHei"',
        '"Noto Sans SC"',
        '"Noto Sans CJK SC"',
        '"Source Han Sans SC"',
        'system-ui',
        'sans-serif',
      ],
      // Instrument figures from faces the devices already carry; nothing is downloaded.
      figure: [
        '"DIN Alternate"',
        'Bahnschrift',
        'Roboto',
        '"HarmonyOS Sans SC"',
        '"Noto Sans SC"',
        '"Noto Sans CJK SC"',
        'system-ui',
        'sans-serif',
      ],
      mono: ['ui-monospace', 'SFMono-Regular', 'Consolas', '"Noto Sans Mono CJK SC"', 'monospace'],
    },
    fontWeight: { normal: '400', medium: '600', semibold: '600', bold: '600' },
    borderRadius: { none: '0', sm: '4px', DEFAULT: '8px', md: '10px', lg: '10px', xl: '14px', full: '9999px' },
    boxShadow: {
      none: 'none',
      float: '0 1px 2px rgb(var(--veil) / 0.12), 0 8px 24px rgb(var(--veil) / 0.18)',
      sheet: '0 -8px 32px rgb(var(--veil) / 0.28)',
    },
    extend: {
      spacing: {
        control: 'var(--control)',
        'control-sm': 'var(--control-sm)',
        menu: '182px',
        bar: '56px',
        bearing: '0.4em',
        foot: 'calc(4rem + env(safe-area-inset-bottom) + var(--toasts, 0px))',
      },
      zIndex: { sticky: '10', bar: '20', float: '30', dialog: '50', check: '54', call: '55', toast: '60' },
      keyframes: {
        appear: { from: { opacity: '0' }, to: { opacity: '1' } },
        drop: { from: { opacity: '0', transform: 'translateY(-8px)' }, to: { opacity: '1', transform: 'none' } },
        breathe: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.55' } },
        sweep: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } },
      },
      animation: {
        appear: 'appear 160ms ease-out both',
        drop: 'drop 180ms ease-out both',
        // What arrives within 120 ms never shows a placeholder's flicker.
        wait: 'appear 160ms ease-out 120ms both, breathe 1.8s ease-in-out 400ms infinite',
        sweep: 'sweep 1.4s ease-in-out infinite',
      },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant }) => {
      // No `screens`: beside one that is more than a width, Tailwind makes nothing of `max-sm:`.
      addVariant('touch', '@media (pointer: coarse)')
      addVariant('mouse', '@media (pointer: fine) and (min-width: 1024px)')
      addBase({
        ':root': cssVariables(light),
        // The wall screen is dark in every room; a print never is.
        '.theme-dark': cssVariables(dark),
        '@media screen and (prefers-color-scheme: dark)': { ':root': cssVariables(dark) },
      })
    }),
  ],
} satisfies Config

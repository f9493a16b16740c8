import {
  createTheme,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { colourVariables } from './colours.ts'

/** The accent colour: shade 8 carries white text at 6:1. */
const forest: MantineColorsTuple = [
  '#f0f8f3',
  '#deefe5',
  '#bbdcc9',
  '#93c8aa',
  '#6fb58d',
  '#4fa275',
  '#3a8e62',
  '#2c8457',
  '#1f6b45',
  '#155636',
]

// Urdu names fall back to the machine's Nastaliq or Naskh font.
const fonts =
  '"Segoe UI Variable Text", "Segoe UI", -apple-system, Roboto, "Helvetica Neue", Arial, system-ui, "Noto Sans", "Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", "Noto Naskh Arabic", "Noto Sans Arabic", sans-serif'

/** Shades from the page to the ink of light mode; the fifth is the border of fields, boxes and plain buttons. */
const gray: MantineColorsTuple = [
  '#f6f7f6',
  '#f1f3f2',
  '#e9eceb',
  '#e2e6e4',
  '#868f8a',
  '#757f79',
  '#65706a',
  '#56615b',
  '#47524c',
  '#17201b',
]

/** Shades from the ink to the page of dark mode; the fifth is the border of fields, boxes and plain buttons. */
const dark: MantineColorsTuple = [
  '#e9edeb',
  '#b7c0bb',
  '#97a29c',
  '#858f8a',
  '#737e78',
  '#2b322e',
  '#202622',
  '#191e1b',
  '#151917',
  '#111513',
]

const libraryColours = {
  '--mantine-color-body': 'var(--portal-surface)',
  '--mantine-color-text': 'var(--portal-ink)',
  '--mantine-color-dimmed': 'var(--portal-ink-2)',
  '--mantine-color-placeholder': 'var(--portal-ink-3)',
  '--mantine-color-error': 'var(--portal-error)',
  '--mantine-color-default-border': 'var(--portal-field-border)',
  '--mantine-color-disabled-color': 'var(--portal-ink-3)',
  '--mantine-primary-color-light': 'var(--portal-soft)',
  '--mantine-primary-color-light-color': 'var(--portal-soft-ink)',
  // Tasks are amber: the library's yellow is too pale for text on white.
  '--mantine-color-yellow-outline': 'var(--portal-to-do)',
  '--mantine-color-red-outline': 'var(--portal-overdue)',
}

const noTransition = { transitionProps: { duration: 0 } }

export const theme = createTheme({
  primaryColor: 'forest',
  primaryShade: { light: 8, dark: 7 },
  colors: { forest, gray, dark },
  black: '#17201b',
  fontFamily: fonts,
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: fonts,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Alert: { defaultProps: { p: 'sm' } },
    Popover: { defaultProps: noTransition },
    // A menu may not have the focus placeholder as a child.
    Menu: { defaultProps: { ...noTransition, withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: noTransition },
    Drawer: { defaultProps: noTransition },
  },
})

/** Derives the library's colours from the portal's, for light and dark mode. */
export const variables: CSSVariablesResolver = (mantineTheme) => {
  const defaults = defaultCssVariablesResolver(mantineTheme)
  return {
    variables: { ...defaults.variables, ...libraryColours },
    light: { ...defaults.light, ...colourVariables('light'), ...libraryColours },
    dark: { ...defaults.dark, ...colourVariables('dark'), ...libraryColours },
  }
}

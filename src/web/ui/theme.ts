import {
  createTheme,
  defaultCssVariablesResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** The one accent of the portal: shade 8 carries white text at 6:1. */
const forest: MantineColorsTuple = [
  '#f0f8f3',
  '#deefe5',
  '#bbdcc9',
  '#93c8aa',
  '#6fb58d',
  '#4fa275',
  '#3a8e62',
  '#2a7a50',
  '#1f6b45',
  '#155636',
]

// Urdu names fall through to the Nastaliq or Naskh face that the machine has.
const fonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", "Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", "Noto Naskh Arabic", "Noto Sans Arabic", sans-serif'

const atOnce = { transitionProps: { duration: 0 } }

export const theme = createTheme({
  primaryColor: 'forest',
  primaryShade: { light: 8, dark: 7 },
  colors: { forest },
  black: '#1a1d1b',
  fontFamily: fonts,
  headings: {
    fontFamily: fonts,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Alert: { defaultProps: { p: 'sm' } },
    Popover: { defaultProps: atOnce },
    Menu: { defaultProps: atOnce },
    Modal: { defaultProps: atOnce },
    Drawer: { defaultProps: atOnce },
    Tooltip: { defaultProps: atOnce },
    Select: { defaultProps: { comboboxProps: atOnce } },
  },
})

/** Greys and reds dark enough (light enough on dark) for AA where the library's own are not. */
export const variables: CSSVariablesResolver = (used) => {
  const usual = defaultCssVariablesResolver(used)
  return {
    variables: usual.variables,
    light: {
      ...usual.light,
      '--mantine-color-dimmed': '#52595f',
      '--mantine-color-placeholder': '#666d74',
      '--mantine-color-error': '#b42318',
      '--mantine-color-default-border': '#a9b0b6',
      '--mantine-color-disabled-color': '#5c636a',
      // Attention is amber; the library's yellow is too pale for words on white.
      '--mantine-color-yellow-text': '#8a4b00',
      '--mantine-color-yellow-filled': '#8a4b00',
      '--mantine-color-yellow-outline': '#8a4b00',
      '--mantine-color-yellow-light': '#fff6e0',
      '--mantine-color-yellow-light-color': '#6b3a00',
      '--portal-line': '#dfe3e1',
      '--portal-quiet': '#f6f8f7',
      '--portal-received': '#1f6b45',
      '--portal-attention': '#8a4b00',
      '--portal-attention-ground': '#fff6e0',
      '--portal-attention-line': '#e5b95c',
    },
    dark: {
      ...usual.dark,
      '--mantine-color-dimmed': '#b4b9b6',
      '--mantine-color-placeholder': '#a2a8a5',
      '--mantine-color-error': '#ff9a8f',
      '--mantine-color-default-border': '#5a605d',
      '--mantine-color-disabled-color': '#a0a5a2',
      '--portal-line': '#3b403d',
      '--portal-quiet': '#2a2d2b',
      '--portal-received': '#7fd0a0',
      '--portal-attention': '#f4c66a',
      '--portal-attention-ground': '#3a2f16',
      '--portal-attention-line': '#7a6124',
    },
  }
}

type Pair = readonly [light: string, dark: string]

/** Each colour is the variable `--portal-<name>`. `colours.test.ts` checks contrasts: 4.5 for words, 3 for borders. */
export const colours = {
  page: ['#f6f7f6', '#111513'],
  surface: ['#ffffff', '#191e1b'],
  sunken: ['#f1f3f2', '#151917'],
  line: ['#e2e6e4', '#2b322e'],
  'field-border': ['#868f8a', '#737e78'],
  ink: ['#17201b', '#e9edeb'],
  'ink-2': ['#47524c', '#b7c0bb'],
  'ink-3': ['#65706a', '#97a29c'],
  accent: ['#1f6b45', '#2c8457'],
  'accent-ink': ['#ffffff', '#ffffff'],
  focus: ['#1f6b45', '#4fa275'],
  soft: ['#e7f2ec', '#17352a'],
  'soft-ink': ['#155636', '#9fdcbc'],
  error: ['#a3211a', '#ff9d93'],
  paid: ['#17603c', '#86d7aa'],
  'paid-ground': ['#e3f3ea', '#14352a'],
  part: ['#1b4f8a', '#9cc4f5'],
  'part-ground': ['#e6effa', '#16283f'],
  unpaid: ['#3f4a45', '#c2cac6'],
  'unpaid-ground': ['#eceeed', '#2a312d'],
  overdue: ['#a3211a', '#ff9d93'],
  'overdue-ground': ['#fcebe9', '#41201d'],
  'to-do': ['#7a4300', '#f4c66a'],
  'to-do-ground': ['#fff3da', '#3a2c10'],
  'to-do-line': ['#e5b95c', '#7a6124'],
  advance: ['#0b5560', '#83d3dd'],
  'advance-ground': ['#e0f3f5', '#10343a'],
  'chart-charged': ['#c7d4cd', '#3b4741'],
  'chart-received': ['#1f6b45', '#4fa275'],
  'chart-outstanding': ['#c77a12', '#e0a04a'],
  'chart-late': ['#b42318', '#f07a6f'],
} as const satisfies Readonly<Record<string, Pair>>

export type Colour = keyof typeof colours

export const colourVariables = (ground: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colours).map(([name, [light, dark]]) => [
      `--portal-${name}`,
      ground === 'light' ? light : dark,
    ]),
  )

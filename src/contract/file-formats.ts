export const fileFormats = ['xlsx', 'csv'] as const

/** The formats of exported files. */
export type FileFormat = (typeof fileFormats)[number]

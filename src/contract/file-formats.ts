import { z } from 'zod/mini'

export const fileFormat = z.enum(['xlsx', 'csv'])
export type FileFormat = z.infer<typeof fileFormat>

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

// Two folders above this file, both as source and in dist/server.
const packageJson = join(import.meta.dirname, '..', '..', 'package.json')

/** The version of this program, as in CHANGELOG.md. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageJson, 'utf8')))

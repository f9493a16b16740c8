// Fails on an import that the rules of `house/rules.ts` do not allow: part of `npm run check`.

import { importFaults } from '#scripts/house/imports.ts'
import { readSources } from '#scripts/house/sources.ts'

const faults = importFaults(readSources())
if (faults.length > 0) console.log(faults.join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0

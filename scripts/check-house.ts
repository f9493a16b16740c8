// Fails on imports, names, plurals and lists of fee heads that break the rules of the house; part of `npm run check`.

import { feeHeadFaults } from '#scripts/house/counts.ts'
import { importFaults } from '#scripts/house/imports.ts'
import { readSources } from '#scripts/house/sources.ts'
import { commentFaults, declaredNameFaults, nameFaults, pluralFaults } from '#scripts/house/words.ts'

const sources = readSources()
const checks = [importFaults, nameFaults, declaredNameFaults, commentFaults, pluralFaults, feeHeadFaults]
const faults = checks.flatMap((check) => check(sources))
if (faults.length > 0) console.log(faults.join('\n'))
process.exitCode = faults.length > 0 ? 1 : 0

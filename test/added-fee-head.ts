// A seventh fee head, for the tests which check that one entry in the table of heads is enough.

const entry = `  {
    key: 'transportFee',
    column: 'transport_fee',
    sign: 1,
    charged: 'once',
    label: 'Transport Fee',
    place: { report: 4, printedVoucher: 4, ledger: 5, receiptCorrection: 4, feesForm: 5 },
  },
`
const endOfTable = '] as const satisfies readonly FeeHeadEntry[]'

/** Adds the entry to the text of `src/domain/fee-heads.ts`. Throws if the table is not at its usual place. */
export function addFeeHead(source: string): string {
  if (!source.includes(endOfTable)) throw new Error('The end of the table of fee heads was not found')
  return source.replace(endOfTable, `${entry}${endOfTable}`)
}

/** A Vite plugin that adds the entry to the table of heads. */
export const withAddedFeeHead = {
  name: 'added-fee-head',
  enforce: 'pre' as const,
  transform: (source: string, id: string) =>
    id.endsWith('/src/domain/fee-heads.ts') ? addFeeHead(source) : undefined,
}

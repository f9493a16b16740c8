import { opposite } from '#domain/money.ts'
import {
  editReceiptNetReceivable,
  listCharges,
  netBalance,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { LedgerLines } from '#web/kit/voucher-ledger.tsx'

/** The table of Edit receipt: arrears + monthly + examination + registration + admission - discount (spec 5.amounts.edit-receipt). */
export const EditLedger = ({ account }: { readonly account: Account }) => (
  <LedgerLines
    lines={[
      { label: 'Arrears', amount: account.arrears, advance: true },
      ...listCharges('receiptCorrection', account),
      { label: 'Net Receivable', amount: editReceiptNetReceivable(account), isSum: true, advance: true },
      // The formula is written without the fine, so a fine has its own line below.
      ...unlistedCharges('receiptCorrection', account),
      { label: 'Received so far', amount: opposite(account.received) },
      { label: 'Balance', amount: netBalance(account), isSum: true, advance: true },
    ]}
  />
)

import { opposite } from '#domain/money.ts'
import { editReceiptNetReceivable, netBalance, type Account } from '#domain/voucher-amounts.ts'
import { LedgerLines } from '#web/parts/voucher-ledger.tsx'

/** The table of Edit receipt: arrears + monthly + examination + registration + admission - discount (spec 5.amounts.edit-receipt). */
export const EditLedger = ({ account }: { readonly account: Account }) => (
  <LedgerLines
    lines={[
      { label: 'Arrears', amount: account.arrears, advance: true },
      { label: 'Monthly Fee', amount: account.monthlyFee },
      { label: 'Examination Fee', amount: account.examinationFee },
      { label: 'Registration Fee', amount: account.registrationFee },
      { label: 'Admission Fee', amount: account.admissionFee },
      { label: 'Discount', amount: opposite(account.discount) },
      { label: 'Net Receivable', amount: editReceiptNetReceivable(account), isSum: true, advance: true },
      // The formula is written without the fine, so a fine has its own line below.
      ...(account.fine > 0 ? [{ label: 'Fine', amount: account.fine }] : []),
      { label: 'Received so far', amount: opposite(account.received) },
      { label: 'Balance', amount: netBalance(account), isSum: true, advance: true },
    ]}
  />
)

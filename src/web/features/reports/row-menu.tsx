import { IconDots } from '@tabler/icons-react'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { correctReceiptAddress, printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import type { Row } from './use-report.ts'

/** True for a debt. The counter finds the voucher on which the student pays (decisions 6.unposted). */
const isOfDebt = ({ paid, balance }: Row): boolean =>
  paid === false || (typeof balance === 'number' && balance > 0)

function entriesOf(row: Row, isWriter: boolean): readonly MenuEntry[] {
  const { rollNo, voucherNo, kind } = row
  if (typeof rollNo !== 'number') return []
  const acts: MenuEntry[] = []
  if (isOfDebt(row)) acts.push({ label: 'Receive payment', to: receiveAddress(rollNo) })
  if (typeof voucherNo === 'string') acts.push({ label: 'Print voucher', to: printVoucherAddress(voucherNo) })
  if (typeof voucherNo === 'string' && kind === 'receipt')
    acts.push({ label: 'Correct receipt', to: correctReceiptAddress(voucherNo) })
  return [...(isWriter ? acts : []), { label: 'Open student', to: studentPath(rollNo) }]
}

/** The three dots of a row under the pointer. For the keyboard, Enter shows the same acts beside the list. */
export function RowMenu({ row, name }: { readonly row: Row; readonly name: string }) {
  const { role } = useStaff()
  return (
    <MenuButton
      position="bottom-end"
      entries={entriesOf(row, canWrite(role))}
      button={
        <button
          type="button"
          className="report-row-menu no-print"
          tabIndex={-1}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={16} aria-hidden />
        </button>
      }
    />
  )
}

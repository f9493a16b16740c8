import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { opposite, type Money } from '#domain/money.ts'
import type { ReceiptOfAccount } from '#web/kit/adjusting/receipt-dialogs.tsx'
import type { FamilyMember } from '#web/kit/student-account.ts'
import { Act } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import type { AccountLine } from './account-lines.ts'

const dialogs = () => import('#web/kit/adjusting/receipt-dialogs.tsx')
const CorrectReceiptDialog = lazyDialog(dialogs, (file) => file.CorrectReceiptDialog)
const MoveReceiptDialog = lazyDialog(dialogs, (file) => file.MoveReceiptDialog)
const ReturnChequeDialog = lazyDialog(dialogs, (file) => file.ReturnChequeDialog)

export interface StudentOfReceipt {
  readonly rollNo: number
  readonly balance: Money
  readonly family: readonly FamilyMember[]
}

interface ReceiptActionsProps {
  readonly line: AccountLine
  readonly student: StudentOfReceipt
  /** The screen that corrects receipts of the last posted voucher; null for a receipt of an earlier one. */
  readonly editReceipt: string | null
}

type ReceiptAct = 'correct' | 'move' | 'return'

/** The actions for a receipt that was not reversed. */
export function ReceiptActions({ line, student, editReceipt }: ReceiptActionsProps) {
  const [act, setAct] = useState<ReceiptAct | null>(null)
  const { number, method } = line
  const label = `Correct receipt ${number}`
  return (
    <>
      <Act
        act={
          editReceipt === null
            ? { label, icon: IconPencil, onPress: () => setAct('correct') }
            : { label, icon: IconPencil, to: editReceipt }
        }
      />
      <Act
        act={{
          label: `More for receipt ${number}`,
          entries: [
            { label: 'Move to another student…', onPress: () => setAct('move') },
            ...(method === 'cheque' ? [{ label: 'Cheque returned…', onPress: () => setAct('return') }] : []),
          ],
        }}
      />
      {act && <ReceiptDialog act={act} line={line} student={student} close={() => setAct(null)} />}
    </>
  )
}

interface ReceiptDialogProps extends Pick<ReceiptActionsProps, 'line' | 'student'> {
  readonly act: ReceiptAct
  readonly close: () => void
}

function ReceiptDialog({ act, line, student, close }: ReceiptDialogProps) {
  const receipt = receiptOf(line, student)
  switch (act) {
    case 'correct':
      return <CorrectReceiptDialog receipt={receipt} close={close} />
    case 'move':
      return <MoveReceiptDialog receipt={receipt} family={student.family} close={close} />
    case 'return':
      return <ReturnChequeDialog receipt={receipt} close={close} />
  }
}

const receiptOf = (
  { receiptNo, amount, day, method, reference, chequeDate }: AccountLine,
  { rollNo, balance }: StudentOfReceipt,
): ReceiptOfAccount => ({
  receiptNo: receiptNo ?? 0,
  rollNo,
  amount: opposite(amount),
  receivedDate: day,
  balance,
  method: method ?? 'cash',
  reference,
  chequeDate,
})

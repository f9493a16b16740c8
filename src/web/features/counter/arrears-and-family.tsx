import { Button } from '@mantine/core'
import type { Voucher } from '#domain/voucher.ts'
import { rupeesText, unpaidWords, type FamilyMember, type StudentAccount } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { arrearsMonths } from './payment.ts'

interface ArrearsMonthsProps {
  readonly voucher: Voucher
  /** Undefined while loading; the voucher is shown without the account. */
  readonly account: StudentAccount | undefined
}

/** The unpaid months of the arrears. */
export function ArrearsMonths({ voucher, account }: ArrearsMonthsProps) {
  const months = account ? arrearsMonths(voucher, account) : []
  if (months.length === 0) return null
  return (
    <ul className="counter-months" aria-label="Arrears by month">
      {months.map((month) => (
        <li key={month.voucherNo}>{unpaidWords(month)}</li>
      ))}
    </ul>
  )
}

interface FamilyHintProps {
  readonly family: readonly FamilyMember[]
  readonly onReceiveNext: (rollNo: number) => void
}

/** The brothers and sisters who owe, each found with one click. */
export function FamilyHint({ family, onReceiveNext }: FamilyHintProps) {
  const owing = family.filter(({ balance }) => balance > 0)
  if (owing.length === 0) return null
  return (
    <ul className="counter-family" aria-label="Family">
      {owing.map(({ rollNo, studentName, studentClass, section, balance }) => (
        <li key={rollNo}>
          <span>
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>, {studentClass} {section}, owes{' '}
            <strong className="figures">{rupeesText(balance)}</strong>
          </span>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Receive next: ${studentName}`}
            onClick={() => onReceiveNext(rollNo)}
          >
            Receive next
          </Button>
        </li>
      ))}
    </ul>
  )
}

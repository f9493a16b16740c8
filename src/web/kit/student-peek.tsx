import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate, formatMonth } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { balanceText } from './balance-text.ts'
import { printVoucherAddress, receiveAddress } from './list-addresses.ts'
import {
  lateWords,
  rupeesText,
  telephoneLink,
  useStudentAccount,
  type StudentAccount,
} from './student-account.ts'
import { StudentLink, studentPath } from './student-link.tsx'
import { DebtChips } from './student-state.tsx'
import './student-peek.css'

/** A student's debt by month, phone, family and actions. The list keeps the focus; Escape closes the band. */
export function StudentPeek({ rollNo, close }: { readonly rollNo: number; readonly close: () => void }) {
  const { data, error, refetch } = useStudentAccount(rollNo)
  useCancelKey(true, close)
  return (
    <aside className="student-peek" aria-label="Student" data-popup>
      {error && <Failed failure={error} retry={() => void refetch()} />}
      {!data && !error && <Loading label="Loading…" />}
      {data && <StudentDetails student={data} />}
    </aside>
  )
}

interface OfStudent {
  readonly student: StudentAccount
}

/** The balance with its months, and brothers and sisters with theirs. */
function StudentDetails({ student }: OfStudent) {
  const { today } = useStaff()
  const { studentData, balance, unpaid, family } = student
  const { studentName, rollNo, studentClass, section, fatherName, fatherHomePhone } = studentData
  return (
    <>
      <div role="status">
        <p>
          <b>
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
          </b>
          <span>
            f. <bdi>{fatherName}</bdi> · Roll No. {rollNo} · Class {studentClass} {section}
          </span>
          {fatherHomePhone !== '' && (
            <Anchor href={telephoneLink(fatherHomePhone)} inherit>
              {fatherHomePhone}
            </Anchor>
          )}
        </p>
        <p>
          <b className="student-peek-balance figures">
            {balance > 0 ? rupeesText(balance) : balance < 0 ? balanceText(balance) : 'No dues.'}
          </b>
          <DebtChips student={student} />
          {unpaid.map((voucher) => {
            const late = lateWords(voucher.dueDate, today)
            return (
              <span key={voucher.voucherNo} className="figures">
                {formatMonth(voucher)} {formatRupees(voucher.unpaid)}
                {voucher.unpaid !== voucher.amount && ` of ${formatRupees(voucher.amount)}`} ·{' '}
                <em data-late={late !== null || undefined}>{late ?? `due ${formatDate(voucher.dueDate)}`}</em>
              </span>
            )
          })}
          {family.map((member) => (
            <span key={member.rollNo} className="figures">
              <StudentLink rollNo={member.rollNo}>{member.studentName}</StudentLink> {member.studentClass}{' '}
              {member.section} {balanceText(member.balance)}
            </span>
          ))}
        </p>
      </div>
      <Links student={student} />
    </>
  )
}

function Links({ student: { studentData, balance, vouchers } }: OfStudent) {
  const isWriter = canWrite(useStaff().role)
  const { rollNo } = studentData
  const latest = vouchers.at(-1)
  const link = { size: 'compact-md', component: Link } as const
  return (
    <Group gap="xs" wrap="nowrap">
      {isWriter && balance > 0 && (
        <Button {...link} to={receiveAddress(rollNo)}>
          Receive
        </Button>
      )}
      {isWriter && latest && (
        <Button {...link} variant="default" to={printVoucherAddress(latest.voucherNo)}>
          Print voucher
        </Button>
      )}
      <Button {...link} variant="default" to={studentPath(rollNo)}>
        Open student
      </Button>
    </Group>
  )
}

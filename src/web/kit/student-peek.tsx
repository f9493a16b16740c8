import { Anchor, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate, formatMonth } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { balanceText } from './balance-text.ts'
import { printVoucherAddress, receiveAddress } from './list-addresses.ts'
import {
  debtOf,
  draftWords,
  lateWords,
  rupeesText,
  telephoneLink,
  useStudentAccount,
  type StudentAccount,
  type UnpaidVoucher,
} from './student-account.ts'
import { StudentLink, studentPath } from './student-link.tsx'
import './student-peek.css'

interface StudentPeekProps {
  readonly rollNo: number
  readonly close: () => void
}

/** A student's debt by month, phone, family and actions. The list keeps the focus; Escape closes the band. */
export function StudentPeek({ rollNo, close }: StudentPeekProps) {
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

const StudentDetails = ({ student }: OfStudent) => {
  const { studentName, rollNo, studentClass, section, fatherName, fatherHomePhone } = student.studentData
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
          <Balance student={student} />
          {student.unpaid.map((unpaid) => (
            <UnpaidMonth key={unpaid.voucherNo} {...unpaid} />
          ))}
          <Family student={student} />
        </p>
      </div>
      <Links student={student} />
    </>
  )
}

function Balance({ student }: OfStudent) {
  const { today } = useStaff()
  const { balance } = student
  const debt = debtOf(student, today)
  const draft = draftWords(student)
  return (
    <>
      <b className="student-peek-balance figures">
        {balance > 0 ? rupeesText(balance) : balance < 0 ? balanceText(balance) : 'No dues.'}
      </b>
      {debt && <StatusChip kind={debt.kind}>{debt.words}</StatusChip>}
      {draft !== null && <StatusChip kind="to-do">{draft}</StatusChip>}
    </>
  )
}

function UnpaidMonth({ year, month, dueDate, amount, unpaid }: UnpaidVoucher) {
  const { today } = useStaff()
  const late = lateWords(dueDate, today)
  return (
    <span className="figures">
      {formatMonth({ year, month })} {formatRupees(unpaid)}
      {unpaid !== amount && ` of ${formatRupees(amount)}`} ·{' '}
      <em data-late={late !== null || undefined}>{late ?? `due ${formatDate(dueDate)}`}</em>
    </span>
  )
}

/** Brothers and sisters, each with the balance. */
const Family = ({ student: { family } }: OfStudent) =>
  family.map(({ rollNo, studentName, studentClass, section, balance }) => (
    <span key={rollNo} className="figures">
      <StudentLink rollNo={rollNo}>{studentName}</StudentLink> {studentClass} {section} {balanceText(balance)}
    </span>
  ))

function Links({ student: { studentData, balance, vouchers } }: OfStudent) {
  const { role } = useStaff()
  const { rollNo } = studentData
  const latest = vouchers.at(-1)
  const isWriter = canWrite(role)
  return (
    <Group gap="xs" wrap="nowrap">
      {isWriter && balance > 0 && (
        <Button size="compact-md" component={Link} to={receiveAddress(rollNo)}>
          Receive
        </Button>
      )}
      {isWriter && latest && (
        <Button
          size="compact-md"
          variant="default"
          component={Link}
          to={printVoucherAddress(latest.voucherNo)}
        >
          Print voucher
        </Button>
      )}
      <Button size="compact-md" variant="default" component={Link} to={studentPath(rollNo)}>
        Open student
      </Button>
    </Group>
  )
}

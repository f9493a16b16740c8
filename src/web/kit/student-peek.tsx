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
        <Debt student={student} />
      </div>
      <Links student={student} />
    </>
  )
}

/** The balance, its months, and brothers and sisters with theirs. */
function Debt({ student }: OfStudent) {
  const { today } = useStaff()
  const { balance, unpaid, family } = student
  const debt = debtOf(student, today)
  const draft = draftWords(student)
  return (
    <p>
      <b className="student-peek-balance figures">
        {balance > 0 ? rupeesText(balance) : balance < 0 ? balanceText(balance) : 'No dues.'}
      </b>
      {debt && <StatusChip kind={debt.kind}>{debt.words}</StatusChip>}
      {draft !== null && <StatusChip kind="to-do">{draft}</StatusChip>}
      {unpaid.map((voucher) => (
        <UnpaidMonth key={voucher.voucherNo} voucher={voucher} late={lateWords(voucher.dueDate, today)} />
      ))}
      {family.map((member) => (
        <span key={member.rollNo} className="figures">
          <StudentLink rollNo={member.rollNo}>{member.studentName}</StudentLink> {member.studentClass}{' '}
          {member.section} {balanceText(member.balance)}
        </span>
      ))}
    </p>
  )
}

const UnpaidMonth = ({
  voucher,
  late,
}: {
  readonly voucher: UnpaidVoucher
  readonly late: string | null
}) => (
  <span className="figures">
    {formatMonth(voucher)} {formatRupees(voucher.unpaid)}
    {voucher.unpaid !== voucher.amount && ` of ${formatRupees(voucher.amount)}`} ·{' '}
    <em data-late={late !== null || undefined}>{late ?? `due ${formatDate(voucher.dueDate)}`}</em>
  </span>
)

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

import { studentAccount } from '#contract/student-account.ts'
import type { Money } from '#domain/money.ts'
import type { CallFailed } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useRollInAddress } from '#web/kit/roll-in-address.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { balanceWords } from './account-lines.ts'
import { StudentPage } from './student-page.tsx'

/** Everything about one student, named in the address as `?roll=`; also of who has left or graduated. */
export function StudentScreen() {
  const rollNo = useRollInAddress()
  const goBack = useGoBack()
  if (rollNo !== null) return <OneStudent key={rollNo} rollNo={rollNo} />
  return (
    <Screen title="Student" onLeave={goBack}>
      <Empty title="No student is named" hint="Press Find above and type a name or a roll number." />
    </Screen>
  )
}

function OneStudent({ rollNo }: { readonly rollNo: number }) {
  const { campus } = useStaff()
  const goBack = useGoBack()
  // Never from memory: another desk may have received money since.
  const student = useCall(
    keys.studentAccount(campus, rollNo),
    studentAccount,
    { params: { rollNo, campus } },
    { gcTime: 0, refetchOnWindowFocus: true },
  )
  const told = student.data
  return (
    <Screen
      title={told?.studentData.studentName ?? `Roll No. ${rollNo}`}
      campus={campus}
      actions={told && <Balance of={told.balance} />}
      onLeave={goBack}
    >
      {student.isPending && <Loading label="Getting the student" />}
      {student.isError && <NotShown failure={student.error} retry={() => void student.refetch()} />}
      {told && <StudentPage told={told} />}
    </Screen>
  )
}

const Balance = ({ of }: { readonly of: Money }) => (
  <output className="student-balance figures" aria-label="Balance">
    {balanceWords(of)}
  </output>
)

interface NotShownProps {
  readonly failure: CallFailed
  readonly retry: () => void
}

/** A number that the contract refuses is nobody's. */
const NotShown = ({ failure, retry }: NotShownProps) =>
  failure.code === 'student-unknown' || failure.code === 'invalid' ? (
    <Empty title="Student does not exist" hint="Please check the Roll No. or find the student by name." />
  ) : (
    <Failed failure={failure} retry={retry} />
  )

import { Anchor, Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UserReply } from '#contract/users.ts'
import { formatInstant } from '#domain/calendar.ts'
import { rightPresets, rights } from '#domain/rights.ts'
import { canWrite, rightsOf, roleNames, roles } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { RecordTable, type RecordColumn, type RecordFailure } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { UserActionHandlers } from './use-user-actions.ts'
import { UserActions } from './user-actions.tsx'

function rightsName({ role, rights: given }: UserReply): string {
  const chosen = rightsOf(role, given)
  if (chosen.length === rights.length) return 'All'
  const preset = Object.entries(rightPresets).find(
    ([, itsRights]) =>
      itsRights.length === chosen.length && itsRights.every((right) => chosen.includes(right)),
  )
  return preset?.[0] ?? (chosen.length === 0 ? 'None' : 'Some')
}

const DevicesDialog = lazyDialog(
  () => import('./devices-dialog.tsx'),
  (file) => file.DevicesDialog,
)
const RightsDialog = lazyDialog(
  () => import('./rights-dialog.tsx'),
  (file) => file.RightsDialog,
)

type OfUser = { readonly user: UserReply }

const columnsFor = (actions: UserActionHandlers): readonly RecordColumn<UserReply>[] => [
  { key: 'name', heading: 'Name', card: 'title', cell: (user) => <Name user={user} /> },
  { key: 'userId', heading: 'User id', card: 'plain', cell: ({ userId }) => userId },
  {
    key: 'role',
    heading: 'Role',
    width: 180,
    card: 'plain',
    cell: (user) => <RoleSelect user={user} actions={actions} />,
  },
  { key: 'rights', heading: 'Rights', cell: (user) => <Rights user={user} /> },
  { key: 'state', heading: 'State', card: 'figure', cell: (user) => <State user={user} /> },
  { key: 'seen', heading: 'Last seen', cell: (user) => <LastSeen user={user} /> },
  {
    key: 'access',
    heading: 'Password, access',
    card: 'plain',
    cell: (user) => <UserActions user={user} actions={actions} />,
  },
]

interface UserTableProps {
  readonly users: readonly UserReply[] | undefined
  readonly failure: RecordFailure
  readonly reload: () => void
  readonly actions: UserActionHandlers
}

/** The users of the campus and the actions for each. */
export const UserTable = ({ users, failure, reload, actions }: UserTableProps) => (
  <RecordTable
    label="Users of the campus"
    columns={columnsFor(actions)}
    rows={users}
    rowKey={({ userId }) => userId}
    failure={failure}
    retry={reload}
    isRoomy
  />
)

function Name({ user: { userId, name } }: OfUser) {
  const { userId: ownId } = useStaff()
  return (
    <>
      <bdi>{name}</bdi>
      {userId === ownId && (
        <Text span inherit c="dimmed">
          {' '}
          (you)
        </Text>
      )}
    </>
  )
}

const RoleSelect = ({ user, actions }: OfUser & Pick<UserTableProps, 'actions'>) => (
  <NativeSelect
    aria-label={`Role of ${user.name}`}
    size="xs"
    value={user.role}
    data={roles.map((value) => ({ value, label: roleNames[value] }))}
    onChange={(event) => {
      const chosen = roles.find((one) => one === event.currentTarget.value)
      if (chosen) actions.changeRole(user, chosen)
    }}
  />
)

/** Shows if a user can sign in, and with a second factor. */
const State = ({ user: { disabled, secondFactor } }: OfUser) => (
  <>
    <StatusChip kind={disabled ? 'carried' : 'done'}>{disabled ? 'Disabled' : 'Active'}</StatusChip>
    {secondFactor && <small>Second factor</small>}
  </>
)

/** The time at which a user was last seen. It opens the user's devices; the admin's own devices have a screen. */
function LastSeen({ user }: OfUser) {
  const { userId: ownId } = useStaff()
  const [isOpen, setOpen] = useState(false)
  const { userId, name, seenAt } = user
  const seen = seenAt === null ? null : formatInstant(seenAt)
  if (seen !== null && userId === ownId) {
    return (
      <Anchor component={Link} to="/sessions" inherit aria-label={`Your devices, last seen ${seen}`}>
        {seen}
      </Anchor>
    )
  }
  return (
    <>
      {seen === null ? (
        <Text span inherit c="dimmed">
          Never
        </Text>
      ) : (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Devices of ${name}, last seen ${seen}`}
          onClick={() => setOpen(true)}
        >
          {seen}
        </Anchor>
      )}
      {isOpen && <DevicesDialog user={user} close={() => setOpen(false)} />}
    </>
  )
}

/** The name of a user's rights, which opens the dialog. */
function Rights({ user }: OfUser) {
  const [isEditing, setEditing] = useState(false)
  if (!canWrite(user.role))
    return (
      <Text span inherit c="dimmed">
        Reports
      </Text>
    )
  const given = rightsName(user)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        // Aligns with the text of users whose rights cannot be chosen.
        ms={-8}
        aria-label={`Rights of ${user.name}: ${given}`}
        onClick={() => setEditing(true)}
      >
        {given}
      </Button>
      {isEditing && <RightsDialog user={user} close={() => setEditing(false)} />}
    </>
  )
}

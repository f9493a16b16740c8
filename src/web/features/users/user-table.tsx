import { Anchor, Button, Group, NativeSelect, Text, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { listUsers, type UserReply } from '#contract/users.ts'
import { formatInstant } from '#domain/calendar.ts'
import { rightPresets, rights } from '#domain/rights.ts'
import { canWrite, rightsOf, roleNames, roles } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { column } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useUserActions, type ShownSecret, type UserActions } from './user-actions.tsx'

const loadDialogs = () => import('./user-dialogs.tsx')
const DevicesDialog = lazyDialog(loadDialogs, (module) => module.DevicesDialog)
const RightsDialog = lazyDialog(loadDialogs, (module) => module.RightsDialog)

export function UserTable() {
  const users = useCall(listUsers)
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const reload = () => void users.refetch()
  const actions = useUserActions(setShown, reload)
  return (
    <>
      <RecordTable
        label="Users of the campus"
        columns={columnsFor(actions)}
        rows={users.data?.users}
        rowKey={({ userId }) => userId}
        failure={users.error}
        retry={reload}
        isRoomy
      />
      {shown && <ShownOnce {...shown} close={() => setShown(null)} />}
    </>
  )
}

const columnsFor = (actions: UserActions): readonly RecordColumn<UserReply>[] => [
  column('Name', { card: 'title' }, (user) => <Name {...user} />),
  column('User id', { card: 'plain' }, ({ userId }) => userId),
  column('Role', { width: 180, card: 'plain' }, (user) => (
    <RoleSelect user={user} changeRole={actions.changeRole} />
  )),
  column('Rights', {}, (user) => <Rights user={user} />),
  column('State', { card: 'figure' }, (user) => <State {...user} />),
  column('Last seen', {}, (user) => <LastSeen user={user} />),
  column('Password, access', { card: 'plain' }, (user) => <Access user={user} actions={actions} />),
]

const Dimmed = ({ children }: { readonly children: string }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
)

function Name({ userId, name }: UserReply) {
  const { userId: ownId } = useStaff()
  return (
    <>
      <bdi>{name}</bdi>
      {userId === ownId && <Dimmed> (you)</Dimmed>}
    </>
  )
}

type OfUser = { readonly user: UserReply }

const RoleSelect = ({ user, changeRole }: OfUser & Pick<UserActions, 'changeRole'>) => (
  <NativeSelect
    aria-label={`Role of ${user.name}`}
    size="xs"
    value={user.role}
    data={roles.map((value) => ({ value, label: roleNames[value] }))}
    onChange={(event) => {
      const chosen = roles.find((one) => one === event.currentTarget.value)
      if (chosen) changeRole(user, chosen)
    }}
  />
)

function rightsName({ role, rights: given }: UserReply): string {
  const chosen = rightsOf(role, given)
  if (chosen.length === rights.length) return 'All'
  const preset = Object.entries(rightPresets).find(
    ([, itsRights]) =>
      itsRights.length === chosen.length && itsRights.every((right) => chosen.includes(right)),
  )
  return preset?.[0] ?? (chosen.length === 0 ? 'None' : 'Some')
}

function Rights({ user }: OfUser) {
  const [isEditing, setEditing] = useState(false)
  if (!canWrite(user.role)) return <Dimmed>Reports</Dimmed>
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

const State = ({ disabled, secondFactor }: UserReply) => (
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
        <Dimmed>Never</Dimmed>
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

const plain = { variant: 'default' } as const
const danger = { variant: 'outline', color: 'red' } as const

/** Resets the password or makes a link, enables or disables sign-in, and resets the second factor of a user. */
function Access({ user, actions }: OfUser & { readonly actions: UserActions }) {
  const { userId: ownId } = useStaff()
  const { userId, name, disabled, secondFactor } = user
  const isOwn = userId === ownId
  const button = (label: string, act: (user: UserReply) => void, look: ButtonProps = plain) => (
    <Button {...look} size="compact-sm" fz={13} aria-label={`${label}: ${name}`} onClick={() => act(user)}>
      {label}
    </Button>
  )
  return (
    <Group gap={6} wrap="nowrap">
      {isOwn ? (
        // A reset would end the admin's own sessions before the new password is seen.
        <Anchor component={Link} to="/change-password" inherit>
          Change password
        </Anchor>
      ) : (
        <>
          {!disabled && button('Link', actions.makeLink)}
          {button('Reset password', actions.reset)}
        </>
      )}
      {disabled ? button('Enable', actions.enable) : button('Disable', actions.disable, danger)}
      {secondFactor && !isOwn && button('Reset second factor', actions.resetFactor, danger)}
    </Group>
  )
}

import type * as contract from '#contract/users.ts'
import { orThrow, refuse, Refused, refuseFields } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { countedAddress } from '#server/auth/client-address.ts'
import { deviceToken, hashOfToken, setDeviceCookie } from '#server/auth/cookies.ts'
import { findPasswordError, requireUsablePassword, verifyPassword } from '#server/auth/password.ts'
import { beginAttempt, makeKnown, stateOfDevice } from '#server/auth/sign-in-limits.ts'
import { setPasswordByLink } from '#server/auth/use-link.ts'
import {
  KeptRefusal,
  type CallContext,
  type PasswordCallContext,
  type PublicCallContext,
} from '#server/http/call.ts'
import { findSchool } from '#server/records/campus/school.ts'
import { writeHistory } from '#server/records/history.ts'
import { resetFactorsOf } from '#server/records/staff/second-factor.ts'
import {
  changeOwnPasswordHash,
  endSessionsOf,
  findLinkOwner,
  findOwnPasswordHash,
  insertUser,
  listStaff,
  saveLink,
  updateDisabled,
  updatePassword,
  updateRights,
  updateRole,
} from '#server/records/staff/users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { listStaffForAdmin, userChange } from '#server/services/staff-members.ts'

/** Returns the users of the campus, including disabled ones. */
export async function listUsers({ scope }: CallContext<typeof contract.listUsers>) {
  return { msg: 'Users fetched successfully', users: await listStaff(scope) }
}

/** Adds a user; the user id is unique in the whole school, because the sign-in form has no campus. */
export async function addUser({ body, scope, passwords }: PasswordCallContext<typeof contract.addUser>) {
  await listStaffForAdmin(scope)
  const { userId, name, role, newPassword } = body
  const { name: school } = await findSchool(scope)
  await requireUsablePassword(newPassword, { userId, name, school })
  const added = await insertUser(scope, { userId, name, role }, await passwords.hash(newPassword))
  if (!added) throw new Refused({ code: 'user-exists' })
  await writeHistory(scope, { what: 'user added', after: { userId, role, disabled: false } })
  return {
    msg: 'User added successfully' as const,
    user: { userId, name, role, disabled: false, secondFactor: false, rights: null, seenAt: null },
  }
}

/** Changes a role, also of current sessions. The exclusive lock keeps two admins from demoting each other at once. */
export async function changeUserRole({ params, body, scope }: CallContext<typeof contract.changeUserRole>) {
  const members = await listStaffForAdmin(scope)
  const { before, after } = orThrow(changeMember(members, params.userId, { role: body.role }))
  await updateRole(scope, after.userId, after.role)
  await withdrawRequestsOf(scope, after.userId)
  await writeHistory(scope, { what: 'user role changed', ...userChange(before, after) })
  return { msg: 'Role changed successfully' as const, user: after }
}

/** Grants a user rights within the role, from the next call on. */
export async function changeUserRights({
  params,
  body,
  scope,
}: CallContext<typeof contract.changeUserRights>) {
  const members = await listStaffForAdmin(scope)
  const { before, after } = orThrow(changeMember(members, params.userId, { rights: body.rights }))
  const { userId, rights } = after
  await updateRights(scope, userId, rights)
  await withdrawRequestsOf(scope, userId)
  await writeHistory(scope, {
    what: 'user rights changed',
    before: { rights: before.rights?.join(', ') ?? 'all' },
    after: { userId, rights: rights?.join(', ') ?? 'all' },
  })
  return { msg: 'Rights changed successfully' as const, user: after }
}

/** Sets a password that the user must change. The page made and shows it; neither reply nor history contains it. */
export async function resetPassword({
  params,
  body,
  scope,
  passwords,
}: PasswordCallContext<typeof contract.resetPassword>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  const { newPassword } = body
  const { name: school } = await findSchool(scope)
  // Does not compare with the user's former passwords: a refusal would reveal them to the admin (decision record 47).
  await requireUsablePassword(newPassword, { ...user, school })
  await updatePassword(scope, user.userId, await passwords.hash(newPassword), { mustChange: true })
  await endSessionsOf(scope, user.userId)
  await writeHistory(scope, { what: 'password reset', ...userChange(user, user) })
  return { msg: 'Password reset successfully' as const, user: { ...user, seenAt: null } }
}

/** Disables or enables a user; the exclusive lock keeps one admin enabled. A disabled user's requests are withdrawn. */
export async function disableUser({ params, body, scope }: CallContext<typeof contract.disableUser>) {
  const members = await listStaffForAdmin(scope)
  const { disabled } = body
  const { before, after } = orThrow(changeMember(members, params.userId, { disabled }))
  await updateDisabled(scope, after.userId, disabled)
  await endSessionsOf(scope, after.userId)
  await withdrawRequestsOf(scope, after.userId)
  await writeHistory(scope, {
    what: disabled ? 'user disabled' : 'user enabled',
    ...userChange(before, after),
  })
  return {
    msg: disabled ? ('User disabled successfully' as const) : ('User enabled successfully' as const),
    user: { ...after, seenAt: null },
  }
}

const wrongPassword = () => refuseFields({ field: 'currentPassword', message: 'This is not your password' })

/** Changes the caller's password if the current one has not changed meanwhile: a parallel reset by an admin wins. */
export async function changeOwnPassword({
  body,
  scope,
  passwords,
}: PasswordCallContext<typeof contract.changeOwnPassword>) {
  const currentHash = await findOwnPasswordHash(scope)
  // The user was disabled while this call was running.
  if (currentHash === null) throw new Refused({ code: 'signed-out' })
  if (!(await verifyPassword(currentHash, body.currentPassword))) return orThrow(wrongPassword())
  const { newPassword } = body
  const { name: school } = await findSchool(scope)
  const owner = { userId: scope.userId, name: scope.userName, school }
  const message = await findPasswordError(newPassword, owner, currentHash)
  // Returned, not thrown: the current password was right, so this is not a failed sign-in.
  if (message !== null)
    return new KeptRefusal({ code: 'invalid', errors: [{ field: 'newPassword', message }] })
  const changed = await changeOwnPasswordHash(scope, currentHash, await passwords.hash(newPassword))
  if (!changed) return orThrow(wrongPassword())
  const user = { userId: scope.userId, role: scope.role, disabled: false }
  await writeHistory(scope, { what: 'password changed', ...userChange(user, user) })
  return { msg: 'Password changed successfully' as const }
}

/** Removes the second factor of a user who lost it; an admin's own factor is reset by another admin. */
export async function resetSecondFactor({ params, scope }: CallContext<typeof contract.resetSecondFactor>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  if (user.userId === scope.userId) return orThrow(refuse('own-factor'))
  if (!(await resetFactorsOf(scope, user.userId))) return orThrow(refuse('no-factor'))
  await endSessionsOf(scope, user.userId)
  await writeHistory(scope, { what: 'second factor reset', ...userChange(user, user) })
  return {
    msg: 'Second factor reset successfully' as const,
    user: { ...user, secondFactor: false, seenAt: null },
  }
}

const linkHours = 24

/** Makes a link and ends the user's earlier link; only the hash is stored. */
export async function makePasswordLink({
  params,
  body,
  scope,
}: CallContext<typeof contract.makePasswordLink>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  if (user.disabled) return orThrow(refuse('user-disabled'))
  const until = new Date(scope.now.getTime() + linkHours * 3_600_000)
  await saveLink(scope, user.userId, hashOfToken(body.token), until)
  await writeHistory(scope, { what: 'password link made', after: { userId: user.userId, role: user.role } })
  return { msg: 'Link made successfully' as const, until }
}

/** Returns an id that no user has, because it has no @, so that a failure counts for the address alone. */
const attemptOf = (address: string): string => `link from ${address}`

/**
 * Makes the browser known, so that the next sign-in has attempts of its own. An unknown, used or expired link gets the
 * same reply and counts as a sign-in attempt. Such attempts never delay a valid link: its 256 bits cannot be guessed.
 */
export async function chooseNewPassword(call: PublicCallContext<typeof contract.chooseNewPassword>) {
  const { body, request, reply, db, now, passwords } = call
  const tokenHash = hashOfToken(body.token)
  const owner = await findLinkOwner(db, tokenHash, now)
  if (!owner) {
    await beginAttempt(db, { userId: attemptOf(countedAddress(request.ip)), request, now })
    throw new Refused({ code: 'link-unknown' })
  }
  const { userId, passwordHash: currentHash } = owner
  const { name: school } = await findSchool({ trx: db })
  await requireUsablePassword(body.newPassword, { ...owner, school }, currentHash)
  const passwordHash = await passwords.hash(body.newPassword)
  await setPasswordByLink(db, owner, { tokenHash, passwordHash, origin: originOf(request), now })
  const { isKnownBrowser } = await stateOfDevice(db, { userId, request, now })
  const browser = { device: deviceToken(request), isKnownBrowser }
  setDeviceCookie(request, reply, await makeKnown(db, { ...browser, userId, proof: { passwordHash }, now }))
  return { msg: 'Password changed successfully' as const, userId }
}

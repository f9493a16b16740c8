import { currentSession, signIn, signOut } from '#contract/session.ts'
import { mount, mountForAnyone, type Deps } from '#server/http/mount.ts'
import type { FastifyInstance } from 'fastify'
import { currentSession as tellCurrentSession } from './current-session.ts'
import { signIn as handleSignIn } from './sign-in.ts'
import { signOut as handleSignOut } from './sign-out.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  mountForAnyone(app, deps, signIn, handleSignIn)
  mountForAnyone(app, deps, signOut, handleSignOut)
  mount(app, deps, currentSession, tellCurrentSession)
}

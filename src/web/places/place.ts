import type { ComponentType } from 'react'
import type { Access } from '#contract/endpoint.ts'
import type { Right } from '#domain/rights.ts'
import { canManage, canWrite, type Role } from '#domain/roles.ts'
import type { Staff } from '#web/api/session.ts'
import { loadModule } from '#web/ui/load-once.ts'

export type Viewer = Pick<Staff, 'role' | 'rights' | 'menu'>

type Audience = Exclude<Access, 'anyone'>

const audiences: Readonly<Record<Audience, (role: Role) => boolean>> = {
  staff: () => true,
  writer: canWrite,
  admin: canManage,
}

/** A part that only some users may open. */
export interface Openable {
  readonly access: Audience
  /** The right that is also needed. */
  readonly right?: Right
}

export const isOpenTo = (
  { role, rights }: Pick<Viewer, 'role' | 'rights'>,
  { access, right }: Openable,
): boolean => audiences[access](role) && (right === undefined || rights.includes(right))

type Load = () => Promise<{ readonly Component: ComponentType }>
type LoadModule<Name extends string> = () => Promise<Readonly<Record<Name, ComponentType>>>

/** Loads a screen by the name that its file exports. */
export const screen =
  <Name extends string>(load: LoadModule<Name>, name: Name): Load =>
  async () => ({ Component: (await loadModule(load))[name] })

/** A screen; users without access return to the dashboard (decisions 5.access). */
export interface Place extends Openable {
  readonly path: string
  readonly label: string
  /** The label of its entry in the menu, if it is shorter. */
  readonly menuLabel?: string
  /** The screen whose entry in the menu leads here too, by a tab. */
  readonly under?: string
  /** The label of its tab, if it differs; '' if the screen of the entry shows it too. */
  readonly tabLabel?: string
  /** The use of the campus without which the menu has no entry. */
  readonly shownFor?: keyof Viewer['menu']
  /** Other words by which clerks know the screen. */
  readonly words?: string
  /** True if the columns need the width of the menu. */
  readonly isWide?: boolean
  readonly load: Load
}

/** Returns a function that declares the places of an audience, each with one of these screens. */
export const placesOf =
  <Names extends string>(modules: { readonly [Name in Names]: LoadModule<NoInfer<Name>> }) =>
  (audience: Openable) =>
  (
    path: string,
    label: string,
    name: Names,
    more: Omit<Place, 'path' | 'label' | 'load' | keyof Openable> = {},
  ): Place => ({ path, label, ...audience, ...more, load: screen(modules[name], name) })

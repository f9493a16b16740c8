import { Box, Group, Stack, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ImportPlanReply } from '#contract/import-plan.ts'
import type { findImport, startImport } from '#contract/imports.ts'
import { count } from '#domain/count.ts'
import {
  importFieldLabel,
  type ImportCounts,
  type ImportKind,
  type ImportSettings,
} from '#domain/import/import.ts'
import { formatRupees } from '#domain/money.ts'
import { mayBeMissing } from '#domain/student.ts'
import type { Reply } from '#web/api/call.ts'

const steps = { file: 'File', columns: 'Columns', questions: 'Questions', check: 'Check' } as const

export type StepName = keyof typeof steps

interface ImportStepProps {
  /** Null if the import has ended. */
  readonly step: StepName | null
  /** Opens a completed step. A step without such a function is only shown. */
  readonly open?: Readonly<Partial<Record<string, () => void>>>
  readonly about?: ReactNode
  readonly children: ReactNode
}

/** A step under the line of all steps. It takes over the focus of the previous step, so that a screen reader starts there. */
export function ImportStep({ step, open = {}, about, children }: ImportStepProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = frame.current?.closest('main')
    if (area) area.scrollTop = 0
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <Stack gap="md">
      {step && (
        <div>
          <nav aria-label="The import, step by step">
            <Group component="ol" gap={4} m="0 0 4px" p={0} fz={13} c="dimmed" style={{ listStyle: 'none' }}>
              {Object.entries(steps).map(([name, words], index) => {
                const isCurrent = name === step
                const go = isCurrent ? undefined : open[name]
                return (
                  <Group key={name} component="li" gap={4} aria-current={isCurrent ? 'step' : undefined}>
                    {index > 0 && <span aria-hidden>›</span>}
                    <UnstyledButton
                      component={go ? 'button' : 'span'}
                      {...pill}
                      {...(isCurrent && currentPill)}
                      td={go ? 'underline' : 'none'}
                      style={{ cursor: go ? 'pointer' : 'default' }}
                      onClick={go}
                    >
                      <Box component="span" fz={11} p="2px 5px" bd="1px solid" bdrs={9}>
                        {index + 1}
                      </Box>{' '}
                      {words}
                    </UnstyledButton>
                  </Group>
                )
              })}
            </Group>
          </nav>
          {about}
        </div>
      )}
      <Stack
        ref={frame}
        gap="md"
        maw={step === 'check' ? 'none' : 1240}
        style={{ outline: 'none' }}
        // The title of the screen has the focus at the first step.
        {...(step !== 'file' && { role: 'group', 'aria-label': step ? steps[step] : 'Done', tabIndex: -1 })}
      >
        {children}
      </Stack>
    </Stack>
  )
}

const pill = { fz: 'inherit', lh: '24px', ps: 4, pe: 10, bdrs: 12 } as const
const currentPill = { fw: 500, c: 'var(--portal-soft-ink)', bg: 'var(--portal-soft)' } as const

export type FoundImport = Reply<typeof findImport>['import']

export type StartedImport = Reply<typeof startImport>

/** A check of the rows; nothing of the school is changed. */
export interface RowCheck {
  readonly settings: ImportSettings
  /** True once the office has seen the open questions. */
  readonly isAnswered: boolean
  /** True if the records of the school have changed since the last check. */
  readonly hasChanged?: boolean
}

export interface CheckAct {
  readonly run: (check: RowCheck) => void
  readonly sending: boolean
}

/** The rows of a check that can be listed, in the order of their counts; `warned` counts rows of the others again. */
export const outcomes = ['new', 'changed', 'same', 'refused', 'leftOut', 'warned'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeWords: Readonly<Record<keyof ImportCounts, string>> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  refused: 'Refused',
  leftOut: 'Left out',
  warned: 'With a warning',
}

/** `The file has no religion and gender: 59 records will be listed as incomplete.` */
export function incompleteWords(columns: ImportSettings['columns'], incomplete: number): string {
  const lacking = mayBeMissing.filter((field) => !columns.includes(field)).map(importFieldLabel)
  const listed = `${count(incomplete, 'record')} will be listed as incomplete.`
  return lacking.length === 0 ? listed : `The file has no ${names.format(lacking).toLowerCase()}: ${listed}`
}

const names = new Intl.ListFormat('en-GB')

/** True if a file of the kind brings opening dues and advances. */
export const hasOpenings = (what: ImportKind): boolean => what === 'students' || what === 'balances'

const children = (number: number): string => count(number, 'child', 'children')

/** The label of the button that applies an import. */
export function actOf(what: ImportKind, { new: added, changed }: ImportPlanReply['counts']): string {
  if (what === 'balances') return `Bring in ${count(added + changed, 'balance')}`
  if (what === 'fees') return `Change the fees of ${children(changed)}`
  const isAdmitting = what === 'students' && (added > 0 || changed === 0)
  return isAdmitting ? `Admit ${children(added)}` : `Change the records of ${children(changed)}`
}

/** The question before an import is applied: `Admit 396 children, opening dues Rs 1,284,500, advances Rs 22,000?`. */
export function applyQuestion(what: ImportKind, { counts, sums }: ImportPlanReply) {
  const act = actOf(what, counts)
  const money = hasOpenings(what)
    ? `, opening dues Rs ${formatRupees(sums.openingDues)}, advances Rs ${formatRupees(sums.openingAdvances)}`
    : ''
  const rest = [
    what === 'students' &&
      counts.new > 0 &&
      counts.changed > 0 &&
      `The records of ${children(counts.changed)} are changed.`,
    counts.same > 0 && `${count(counts.same, 'row')} say what is in the portal already.`,
    counts.leftOut > 0 && `${count(counts.leftOut, 'row')} left out.`,
    'All rows are written or none. Only your IT person can take an import back.',
  ]
  return { title: `${act}${money}?`, message: rest.filter(Boolean).join('\n'), confirmLabel: act }
}

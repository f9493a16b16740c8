import type { ImportPlanReply } from '#contract/import-plan.ts'
import { applyImport, checkImport, fixImportRow } from '#contract/imports.ts'
import type { ImportKind, ImportSettings } from '#domain/import.ts'
import type { RefusalCode } from '#domain/outcome.ts'
import { CallFailed, type BodyOf } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useCallback, useMemo, useRef, useState } from 'react'
import { applyQuestion } from './import-words.ts'

const importChanged: RefusalCode = 'import-changed'

/** The dry run of an import: what applying it would do, and the acts that change that. */
export function useDryRun(importNo: number, what: ImportKind) {
  const { campus } = useStaff()
  const checking = useChange(checkImport)
  const fixing = useChange(fixImportRow)
  const applying = useChange(applyImport)
  const [plan, setPlan] = useState<ImportPlanReply | null>(null)
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const params = useMemo(() => ({ campus, importNo }), [campus, importNo])

  // One after the other: a change that is sent while another is on its way would get the answer of that one.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  /** The plan that a call makes; null where it could not be made, which was said. */
  const plannedBy = useCallback(
    (send: () => Promise<ImportPlanReply>): Promise<ImportPlanReply | null> => {
      const planned = last.current.then(async () => {
        try {
          const made = await send()
          setPlan(made)
          return made
        } catch (error) {
          await tellFailure(error)
          return null
        }
      })
      last.current = planned.catch(() => null)
      return planned
    },
    [tellFailure],
  )
  const sendCheck = checking.send
  const sendFix = fixing.send
  const check = (settings: ImportSettings) => plannedBy(() => sendCheck({ params, body: { settings } }))
  const fix = useCallback(
    (body: BodyOf<typeof fixImportRow>) => plannedBy(() => sendFix({ params, body })),
    [plannedBy, sendFix, params],
  )

  /** Asks, and writes the rows to the school; where its records have changed since the check, they are checked again. */
  async function apply(settings: ImportSettings): Promise<void> {
    if (plan === null || !(await confirm(applyQuestion(what, plan)))) return
    const { new: added, changed, leftOut } = plan.counts
    try {
      await applying.send({ params, body: { expected: { new: added, changed, leftOut } } })
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== importChanged) return tellFailure(error)
      if ((await check(settings)) === null) return
      await alert('The records of the school have changed since the check', {
        detail: 'Nothing was written. The rows were checked again: look through the new counts first.',
      })
    }
  }
  return {
    plan,
    check,
    fix,
    apply,
    checking: checking.sending,
    fixing: fixing.sending,
    applying: applying.sending,
  }
}

export type DryRun = ReturnType<typeof useDryRun>

import { findImport } from '#contract/imports.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { EarlierImports } from './earlier-imports.tsx'
import { GiveStep } from './give-step.tsx'
import { EndedImport } from './ended-import.tsx'
import { ImportSteps, StepFrame } from './import-steps.tsx'
import './imports.css'
import type { Started } from './use-upload.ts'

// The grid and the rest of the later steps come after the file.
const OpenImport = lazy(async () => ({ default: (await import('./open-import.tsx')).OpenImport }))

/** `/import`: students, balances, fees or contacts from the school's own Excel, with a dry run before anything is written. */
export function ImportScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [search, setSearch] = useSearchParams()
  const [started, setStarted] = useState<Started | null>(null)
  const importNo = Number(search.get('import') ?? 0)
  const done = (no: number, reply: Started | null) => {
    if (reply) setStarted(reply)
    setSearch({ import: String(no) }, { replace: importNo === no })
  }
  return (
    <Screen
      title="Bring in from Excel"
      campus={campus}
      wide
      lead="Students, balances, fees and contacts from the school's own Excel or register. The file is checked first; nothing is written before you confirm."
      onLeave={goBack}
    >
      {Number.isInteger(importNo) && importNo > 0 ? (
        <FoundImport key={importNo} importNo={importNo} started={started} done={done} />
      ) : (
        <Stack gap="md" maw={1240}>
          <ImportSteps step="file" />
          <GiveStep done={done} />
          <EarlierImports />
        </Stack>
      )}
    </Screen>
  )
}

interface FoundImportProps {
  readonly importNo: number
  readonly started: Started | null
  readonly done: (importNo: number, started: Started | null) => void
}

/** An import that was begun: the rest of its file is sent, its rows are checked, or what became of it is shown. */
function FoundImport({ importNo, started, done }: FoundImportProps) {
  const { campus } = useStaff()
  const { data, error, isPending, refetch } = useCall(keys.import(campus, importNo), findImport, {
    params: { campus, importNo },
  })
  if (isPending) return <Loading label="Loading the import" />
  if (!data) return <Failed failure={error} retry={() => void refetch()} />
  const found = data.import
  if (found.state === 'applied' || found.state === 'withdrawn')
    return (
      <StepFrame label="Done">
        <EndedImport found={found} />
      </StepFrame>
    )
  if (found.received < found.rows)
    return (
      <Stack gap="md" maw={1240}>
        <ImportSteps step="file" />
        <GiveStep resumed={found} done={done} />
      </Stack>
    )
  return (
    <Suspense fallback={<Loading label="Loading the import" />}>
      <OpenImport found={found} started={started?.importNo === importNo ? started : null} />
    </Suspense>
  )
}

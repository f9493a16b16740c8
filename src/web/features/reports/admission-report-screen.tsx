import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/parts/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Loading } from '#web/ui/states.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { AdmissionReport, type View } from './admission-report.tsx'
import { isReversed, ReportFilters } from './report-filters.tsx'
import { reportTypes, useAdmissionReport, type AdmissionFilters } from './use-admission-report.ts'

const typeWords: Readonly<Record<AdmissionFilters['dataType'], string>> = {
  admissions: 'Admissions',
  removals: 'Removals',
  all: 'All',
}

const headings: typeof typeWords = { ...typeWords, all: 'Admissions and removals' }

const everything: AdmissionFilters = {
  dataType: 'all',
  studentClass: 'all',
  section: 'all',
  fromDate: '',
  toDate: '',
}

/** `/admission-reports` (spec §2): who came and who left between two dates, as a table or as a graph by class. */
export function AdmissionReportScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [filters, setFilters, forget] = useDraft('admission reports', () => everything)
  const [view, setView] = useDraft<View>('admission reports: view', () => 'table')
  const { students, loading, load, hide } = useAdmissionReport()

  // Another question: the answer to the one before must not stand under it.
  function change(changes: Partial<AdmissionFilters>) {
    hide()
    setFilters((before) => ({ ...before, ...changes }))
  }
  function leave() {
    forget()
    goBack()
  }

  return (
    <Screen
      title="Admission reports"
      campus={campus}
      lead="Lists who was admitted and who left between two dates; empty dates leave that end open."
      wide
      onLeave={leave}
    >
      <ReportFilters
        value={filters}
        onChange={change}
        onSubmit={() => void load(filters)}
        first={
          <NativeSelect
            label="Type"
            value={filters.dataType}
            data={reportTypes.map((type) => ({ value: type, label: typeWords[type] }))}
            onChange={(event) => {
              const dataType = reportTypes.find((type) => type === event.currentTarget.value)
              if (dataType) change({ dataType })
            }}
          />
        }
      >
        <Button type="submit" disabled={isReversed(filters)}>
          Get report
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </ReportFilters>
      {loading && <Loading label="Getting the students" />}
      {students && (
        <AdmissionReport
          heading={headings[filters.dataType]}
          students={students}
          view={view}
          setView={setView}
        />
      )}
    </Screen>
  )
}

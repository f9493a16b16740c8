import { exportAdmissionReport } from '#contract/exports.ts'
import { count } from '#domain/count.ts'
import { download } from '#web/api/download.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { ExportButtons, type SaveFile } from '#web/parts/export-buttons.tsx'
import { useGoBack } from '#web/parts/go-back.ts'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { AdmissionReport, type View } from './admission-report.tsx'
import { admissionFilterWords } from './filter-words.ts'
import { isReversed, ReportFilters } from './report-filters.tsx'
import {
  bodyOf,
  reportTypes,
  useAdmissionReport,
  type FoundAdmissions,
  type AdmissionFilters,
} from './use-admission-report.ts'

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

const title = 'Admission reports'

/** `/admission-reports` (spec 2.routes.admission-reports): who came and who left between two dates, as a table or as a graph by class. */
export function AdmissionReportScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [filters, setFilters, forget] = useDraft('admission reports', () => everything)
  const [view, setView] = useDraft<View>('admission reports: view', () => 'table')
  const { report, loading, fraction, load, hide } = useAdmissionReport()

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
      title={title}
      campus={campus}
      lead="Lists who was admitted and who left between two dates; empty dates leave that end open."
      wide
      onLeave={leave}
    >
      <ReportFilters
        value={filters}
        onChange={change}
        onSubmit={() => void load(filters)}
        first={<TypeSelect value={filters.dataType} onChange={(dataType) => change({ dataType })} />}
      >
        <Button type="submit" disabled={isReversed(filters)}>
          Get report
        </Button>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
      </ReportFilters>
      {loading && <LoadingProgress label="Getting the students" fraction={fraction} onCancel={hide} />}
      {report && <Found report={report} view={view} setView={setView} />}
    </Screen>
  )
}

interface FoundProps {
  readonly report: FoundAdmissions
  readonly view: View
  readonly setView: (view: View) => void
}

function Found({ report: { asked, rows }, view, setView }: FoundProps) {
  const { campus } = useStaff()
  const save: SaveFile = (format, signal) => {
    const params = { format, dataType: asked.dataType, campus }
    return download(exportAdmissionReport, { params, body: bodyOf(asked), signal })
  }
  return (
    <AdmissionReport
      heading={headings[asked.dataType]}
      title={title}
      about={admissionFilterWords(asked)}
      students={rows}
      view={view}
      setView={setView}
      actions={<ExportButtons save={save} holds={`The whole report, ${count(rows.length, 'student')}`} />}
    />
  )
}

interface TypeProps {
  readonly value: AdmissionFilters['dataType']
  readonly onChange: (dataType: AdmissionFilters['dataType']) => void
}

const TypeSelect = ({ value, onChange }: TypeProps) => (
  <NativeSelect
    label="Type"
    value={value}
    data={reportTypes.map((type) => ({ value: type, label: typeWords[type] }))}
    onChange={(event) => {
      const chosen = reportTypes.find((type) => type === event.currentTarget.value)
      if (chosen) onChange(chosen)
    }}
  />
)

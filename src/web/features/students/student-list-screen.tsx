import { exportStudentList } from '#contract/exports.ts'
import { count } from '#domain/count.ts'
import { download } from '#web/api/download.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { ClassSelect, SectionSelect } from '#web/parts/class-and-section.tsx'
import { ExportButtons, type SaveFile } from '#web/parts/export-buttons.tsx'
import { useGoBack } from '#web/parts/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { StudentTable } from './student-table.tsx'
import { useListedStudents, type ListFilters } from './use-listed-students.ts'

interface Asked extends ListFilters {
  /** Whether the list stands: who comes back from a student's page finds it again. */
  readonly shown: boolean
}

const everybody = (): Asked => ({ studentClass: 'all', section: 'all', shown: false })

const title = 'Student list'

function headingOf({ studentClass, section }: ListFilters): string {
  const ofClass = studentClass === 'all' ? 'Students of all classes' : `Students of class ${studentClass}`
  return section === 'all' ? ofClass : `${ofClass}, section ${section}`
}

/** `/student-list` (spec 2.routes.student-list): who is at school, in class order, with fee and balance. */
export function StudentListScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [asked, setAsked, forget] = useDraft('student list', everybody)
  const { rows, loading, show, hide } = useListedStudents()
  const { studentClass, section } = asked

  const comeBack = useEffectEvent(() => {
    if (asked.shown) void show({ studentClass, section })
  })
  useEffect(() => comeBack(), [])

  const change = (filters: Partial<ListFilters>) => {
    hide()
    setAsked({ ...asked, ...filters, shown: false })
  }
  const save: SaveFile = (format, signal) =>
    download(exportStudentList, { params: { format, studentClass, section, campus }, signal })
  const leave = () => {
    forget()
    goBack()
  }
  return (
    <Screen
      title={title}
      campus={campus}
      lead="Lists the students who are at school, in class order, with monthly fee and balance."
      wide
      onLeave={leave}
    >
      <form
        className="no-print"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked({ ...asked, shown: true })
          void show({ studentClass, section })
        }}
      >
        <Group gap="sm" align="flex-end">
          <ClassSelect all value={studentClass} onChange={(chosen) => change({ studentClass: chosen })} />
          <SectionSelect all value={section} onChange={(chosen) => change({ section: chosen })} />
          <Button type="submit">Show students</Button>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
        </Group>
      </form>
      {loading && <Loading label="Getting the students" />}
      {rows?.length === 0 && (
        <Empty title="No students here" hint="Nobody is at school in this class and section." />
      )}
      {rows && rows.length > 0 && (
        <StudentTable
          title={title}
          heading={headingOf(asked)}
          rows={rows}
          actions={<ExportButtons save={save} holds={`The whole list, ${count(rows.length, 'student')}`} />}
        />
      )}
    </Screen>
  )
}

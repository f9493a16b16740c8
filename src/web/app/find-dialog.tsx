import { CloseButton, FocusTrap, Group, Overlay, Paper, Portal } from '@mantine/core'
import { useId, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { deliverTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import { FindField } from './find-field.tsx'
import { FindNote } from './find-note.tsx'
import { FindResults } from './find-results.tsx'
import { useFind } from './use-find.ts'
import './find-dialog.css'

interface Props {
  readonly close: () => void
}

/**
 * Moves the cursor into the field before the next key, and back when the dialog closes; if it leads to another screen, the
 * next key is not for the old one. Only inside the portal: outside, the field does not exist yet.
 */
function useCursorThere(field: React.RefObject<HTMLInputElement | null>) {
  const isLeaving = useRef(false)
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    if (field.current) deliverTypedKeys(field.current)
    return () => {
      if (isLeaving.current || !(before instanceof HTMLElement) || !before.isConnected) return
      before.focus({ preventScroll: true })
    }
  }, [field])
  return () => {
    isLeaving.current = true
    // The field takes no more keys, even while it is still there.
    field.current?.blur()
    startTypeAhead()
  }
}

function FindPanel({ close }: Props) {
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const leave = useCursorThere(field)
  const open = (path: string) => {
    leave()
    close()
    void navigate(path)
  }
  const find = useFind(open)
  return (
    <FocusTrap>
      <Paper
        role="dialog"
        aria-modal
        aria-label="Find"
        className="find-dialog"
        withBorder
        shadow="md"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
        }}
      >
        <Group gap={4} wrap="nowrap" p="xs">
          <FindField ref={field} id={id} find={find} />
          <CloseButton size={36} aria-label="Close" onClick={close} />
        </Group>
        {find.count > 0 && <FindResults id={id} find={find} />}
        <Group role="status" className="find-note" gap={6} px="sm" py={6} mih={34} wrap="nowrap">
          <FindNote {...find} />
        </Group>
      </Paper>
    </FocusTrap>
  )
}

/** Finds screens, and students by name, father's name, CNIC, phone or roll number (`read`: not by CNIC or phone). */
export const FindDialog = ({ close }: Props) => (
  <Portal>
    <Overlay
      fixed
      zIndex={400}
      backgroundOpacity={0.45}
      className="find-around no-print"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <FindPanel close={close} />
    </Overlay>
  </Portal>
)

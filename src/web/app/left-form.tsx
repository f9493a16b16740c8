import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { bringBack, dropLeftForm, useLeftForms, type LeftForm } from '#web/api/drafts.ts'
import { placeAt } from '#web/places/menu.ts'

/**
 * Offers to bring back the values typed in a form that was left: on the screen that follows it, and on the next visit
 * of the form (decisions 7.back).
 */
export function LeftFormNotice() {
  const { key, pathname } = useLocation()
  const navigate = useNavigate()
  const { left, last } = useLeftForms()
  const [followed, setFollowed] = useState({ last, key })
  if (followed.last !== last) setFollowed({ last, key })
  const isOffered = (form: LeftForm): boolean =>
    form.isTyped && (form.path === pathname || (form === last && followed.key === key))
  const offered = left.findLast(isOffered)
  if (!offered) return null
  function open(form: LeftForm) {
    bringBack(form)
    if (form.path !== pathname) void navigate(form.path)
  }
  return (
    <Group role="status" className="left-form no-print" gap="sm" wrap="nowrap">
      <Text truncate>Not saved: {labelOf(offered.path)}</Text>
      <Button size="compact-md" variant="default" onClick={() => open(offered)}>
        Bring back what was typed
      </Button>
      <CloseButton aria-label="Discard what was typed" onClick={() => dropLeftForm(offered)} />
    </Group>
  )
}

const labelOf = (path: string): string => placeAt(path)?.label ?? ''

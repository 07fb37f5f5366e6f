import { useEffect, useRef } from 'react';

interface NoticeProps {
  text: string;
  /**
   * True for a new error, so that screen readers announce it immediately; false for a message that is rendered
   * together with the form.
   */
  takesFocus: boolean;
}

/** Message above a form. */
export function Notice({ text, takesFocus }: NoticeProps) {
  const noticeRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) noticeRef.current?.focus();
  }, [takesFocus, text]);
  return (
    <p
      ref={noticeRef}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-destructive/40 bg-destructive/8 px-3 py-2 text-sm"
    >
      {text}
    </p>
  );
}

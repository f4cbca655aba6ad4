-- Papers that were uploaded first and handed in later kept the seven days of what is never handed in: those that wait are kept as the others.
UPDATE stored_file f SET keep_until = f.at + interval '1826 days'
FROM identity_document d JOIN identity_request r ON r.id = d.request_id
WHERE d.file_id = f.id AND r.state IN ('started', 'pending') AND f.removed_at IS NULL;
